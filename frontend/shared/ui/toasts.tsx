import Box from "@mui/material/Box";
import { type NotificationPayload, useNotificationContext } from "ra-core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Toast } from "./toast.tsx";

type Shown = { id: number; payload: NotificationPayload };

const isUndoable = ({ payload }: Shown) => payload.notificationOptions?.undoable === true;

/** Maximum number of undoable messages shown at once. */
const maxUndoable = 3;

/**
 * Shows the messages of `useNotify`, one at a time: a newer message replaces the previous one. Undoable ones keep their
 * time and are stacked above.
 */
export const Toasts = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  const next = useRef(0);

  useEffect(() => {
    if (notifications.length === 0) return;
    const payload = takeNotification();
    if (!payload) return;
    next.current += 1;
    const id = next.current;
    setQueue((before) => [...before, { id, payload }]);
  }, [notifications, takeNotification]);

  const remove = useCallback((id: number) => setQueue((before) => before.filter((toast) => toast.id !== id)), []);

  const undoable = queue.filter(isUndoable);
  const [current, ...waiting] = queue.filter((toast) => !isUndoable(toast));
  const surplus = undoable.slice(0, -maxUndoable);
  const visibleToasts = current === undefined ? undoable : [...undoable, current];
  const isHurried = (toast: Shown) => (toast === current ? waiting.length > 0 : surplus.includes(toast));
  return (
    <Box
      sx={{
        position: "fixed",
        zIndex: "snackbar",
        // Keeps messages above a narrow page's bar.
        bottom: { xs: 16, sm: 24 },
        "html:has([data-bottom-bar]) &": { bottom: "calc(76px + env(safe-area-inset-bottom))" },
        left: 16,
        right: 16,
        display: "grid",
        // Gives stacked messages the same width.
        gridTemplateColumns: "minmax(0, max-content)",
        justifyContent: "center",
        gap: 1,
        pointerEvents: "none",
        "@media print": { display: "none" },
      }}
    >
      {visibleToasts.map((toast) => (
        <Toast key={toast.id} payload={toast.payload} hurried={isHurried(toast)} onEnd={() => remove(toast.id)} />
      ))}
    </Box>
  );
};
