import { useNotify } from "ra-core";
import { useCallback } from "react";

/** Puts a text on the clipboard and says so in a toast: `copied`, or `refused` where the browser does not let us. */
export const useCopy = () => {
  const notify = useNotify();
  return useCallback(
    async (text: string, { copied, refused }: { copied: string; refused: string }) => {
      try {
        await navigator.clipboard.writeText(text);
        notify(copied, { type: "success" });
      } catch {
        // Browsers refuse without permission or on plain http.
        notify(refused, { type: "warning" });
      }
    },
    [notify],
  );
};
