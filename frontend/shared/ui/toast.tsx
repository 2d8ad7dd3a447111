import Alert from "@mui/material/Alert";
import Grow from "@mui/material/Grow";
import type { NotificationPayload } from "ra-core";
import { useEffect, useState } from "react";

/** S-1.9, in milliseconds. */
export const toastDuration = 5000;
/** S-1.9: errors of choosing orders, to pass as `autoHideDuration`. */
export const selectionErrorDuration = 2500;

/** One message, until its time is over or it is closed. It waits while the pointer or the focus is on it. */
export const Toast = ({ payload, onEnd }: { payload: NotificationPayload; onEnd: () => void }) => {
  const [open, setOpen] = useState(true);
  const [held, setHeld] = useState(false);
  // A named duration of null means: until it is closed.
  const wanted = payload.notificationOptions?.autoHideDuration;
  const duration = wanted === undefined ? toastDuration : wanted;

  useEffect(() => {
    if (held || duration === null) return;
    const timer = setTimeout(() => setOpen(false), duration);
    return () => clearTimeout(timer);
  }, [held, duration]);

  return (
    <Grow in={open} onExited={onEnd}>
      <Alert
        severity={payload.type}
        role={payload.type === "error" ? "alert" : "status"}
        onClose={() => setOpen(false)}
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        sx={{ width: "fit-content", maxWidth: 480, boxShadow: 8, pointerEvents: "auto" }}
      >
        {payload.message}
      </Alert>
    </Grow>
  );
};
