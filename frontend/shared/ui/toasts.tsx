import Box from "@mui/material/Box";
import { type NotificationPayload, useNotificationContext } from "ra-core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Toast } from "./toast.tsx";

type Shown = { id: number; payload: NotificationPayload };

/** Shows what `useNotify` was told, one at a time: a newer message takes the place of the one before. */
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

  const [shown, ...waiting] = queue;
  return (
    <Box
      sx={{
        position: "fixed",
        zIndex: "snackbar",
        // Over the bar of a narrow page.
        bottom: { xs: 16, sm: 24 },
        "html:has([data-bottom-bar]) &": { bottom: "calc(76px + env(safe-area-inset-bottom))" },
        left: 16,
        right: 16,
        display: "flex",
        justifyContent: "center",
        pointerEvents: "none",
        "@media print": { display: "none" },
      }}
    >
      {shown && (
        <Toast key={shown.id} payload={shown.payload} hurried={waiting.length > 0} onEnd={() => remove(shown.id)} />
      )}
    </Box>
  );
};
