import Alert from "@mui/material/Alert";
import Snackbar from "@mui/material/Snackbar";
import { type NotificationPayload, useNotificationContext } from "ra-core";
import { useEffect, useState } from "react";

/** Part 1 section 9. */
const toastDuration = 5000;

/** Shows what `useNotify` was told, one after the other. */
export const Toasts = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<NotificationPayload | null>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (notifications.length === 0) return;
    if (shown === null) {
      setShown(takeNotification() ?? null);
      setOpen(true);
    } else setOpen(false);
  }, [notifications, shown, takeNotification]);

  if (shown === null) return null;
  return (
    <Snackbar
      open={open}
      autoHideDuration={shown.notificationOptions?.autoHideDuration ?? toastDuration}
      onClose={(_event, reason) => {
        if (reason !== "clickaway") setOpen(false);
      }}
      slotProps={{ transition: { onExited: () => setShown(null) } }}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
    >
      <Alert
        severity={shown.type}
        onClose={() => setOpen(false)}
        role={shown.type === "error" ? "alert" : "status"}
        sx={{ maxWidth: 480, boxShadow: 6, border: 1, borderColor: "divider" }}
      >
        {shown.message}
      </Alert>
    </Snackbar>
  );
};
