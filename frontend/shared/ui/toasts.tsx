import Box from "@mui/material/Box";
import { type NotificationPayload, useNotificationContext } from "ra-core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Toast } from "./toast.tsx";

type Shown = { id: number; payload: NotificationPayload };

/** More than this at once is noise: the oldest gives way. */
const most = 4;

/** Shows what `useNotify` was told, newest at the bottom, each for its own time. */
export const Toasts = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const [shown, setShown] = useState<Shown[]>([]);
  const next = useRef(0);

  useEffect(() => {
    if (notifications.length === 0) return;
    const payload = takeNotification();
    if (!payload) return;
    next.current += 1;
    const id = next.current;
    setShown((before) => [...before, { id, payload }].slice(-most));
  }, [notifications, takeNotification]);

  const remove = useCallback((id: number) => setShown((before) => before.filter((toast) => toast.id !== id)), []);

  return (
    <Box
      sx={{
        position: "fixed",
        zIndex: "snackbar",
        bottom: { xs: 16, sm: 24 },
        left: 16,
        right: 16,
        display: "flex",
        flexDirection: "column",
        alignItems: "center",
        gap: 1,
        pointerEvents: "none",
        "@media print": { display: "none" },
      }}
    >
      {shown.map(({ id, payload }) => (
        <Toast key={id} payload={payload} onEnd={() => remove(id)} />
      ))}
    </Box>
  );
};
