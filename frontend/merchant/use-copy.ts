import { useNotify } from "ra-core";
import { useCallback } from "react";

/** Copies text; a toast says `copied`, or `refused` by the browser. */
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
