import Alert from "@mui/material/Alert";
import { useEffect, useSyncExternalStore } from "react";
import { useServices } from "../services.tsx";

/** How long flash messages stay on account screens (S-1.9), ms. */
const flashDuration = 5000;

/** The previous page's message, for five seconds. */
export const FlashAlert = () => {
  const { flash } = useServices();
  const shown = useSyncExternalStore(flash.subscribe, flash.current);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => flash.dismiss(shown), flashDuration);
    return () => clearTimeout(timer);
  }, [flash, shown]);
  if (shown === null) return null;
  return (
    <Alert severity={shown.severity} onClose={() => flash.dismiss(shown)} sx={{ mb: 2 }}>
      {shown.message}
    </Alert>
  );
};
