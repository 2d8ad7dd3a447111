import Alert from "@mui/material/Alert";
import Grow from "@mui/material/Grow";
import type { NotificationPayload } from "ra-core";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";

/** Specified in S-1.9, ms. */
const toastDuration = 5000;
/** `autoHideDuration` for errors of choosing orders (S-1.9), ms. */
export const selectionErrorDuration = 2500;
/** Time to undo something (ADR 55), ms. Such toasts are shown with `undoable`. */
export const undoDuration = 10_000;
/** Shortest time of an error or warning, ms, even if a newer message waits. */
const minErrorMs = 2000;

const CloseContext = createContext<() => void>(() => {});

/** Returns a function with which a message closes its toast. */
export const useCloseToast = (): (() => void) => useContext(CloseContext);

type ToastProps = {
  payload: NotificationPayload;
  /** True if a newer message waits. */
  hurried: boolean;
  onEnd: () => void;
};

/**
 * One message, until it times out or is closed. It stays while it has the pointer or the focus, and returns the focus
 * when it goes.
 */
export const Toast = ({ payload, hurried, onEnd }: ToastProps) => {
  const [open, setOpen] = useState(true);
  const [held, setHeld] = useState(false);
  const since = useRef(Date.now());
  const root = useRef<HTMLDivElement>(null);
  /** The element that had the focus before this toast. */
  const before = useRef<Element | null>(null);
  const close = useCallback(() => {
    if (root.current?.contains(document.activeElement)) {
      const back = before.current?.isConnected ? before.current : document.getElementById("main");
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    }
    setOpen(false);
  }, []);
  // With an explicit null, the toast stays until it is closed.
  const wanted = payload.notificationOptions?.autoHideDuration;
  const usual = wanted === undefined ? toastDuration : wanted;
  const isUndoable = payload.notificationOptions?.undoable === true;
  const isTrouble = payload.type === "error" || payload.type === "warning";
  const duration = hurried ? (isTrouble ? minErrorMs : 0) : usual;

  useEffect(() => {
    if (held || duration === null) return;
    // The full duration restarts after hover or focus. With a newer message waiting, only the rest of the minimum runs.
    const left = hurried ? duration - (Date.now() - since.current) : duration;
    const timer = setTimeout(close, Math.max(0, left));
    return () => clearTimeout(timer);
  }, [held, duration, hurried, close]);

  return (
    <Grow in={open} onExited={onEnd}>
      <Alert
        severity={payload.type}
        role={payload.type === "error" ? "alert" : "status"}
        onClose={close}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        ref={root}
        onFocus={({ relatedTarget }) => {
          if (!root.current?.contains(relatedTarget)) before.current = relatedTarget;
          setHeld(true);
        }}
        onBlur={() => setHeld(false)}
        sx={{
          maxWidth: 480,
          boxShadow: 8,
          pointerEvents: "auto",
          ...(isUndoable && { alignItems: "center", "& .MuiAlert-message": { flex: 1, minWidth: 0 } }),
        }}
      >
        <CloseContext value={close}>{payload.message}</CloseContext>
      </Alert>
    </Grow>
  );
};
