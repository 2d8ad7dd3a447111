import Box from "@mui/material/Box";
import { visuallyHidden } from "@mui/utils";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { type ExportsActions, ExportsContext } from "../resources/exports/exports-actions.ts";
import { useExports } from "../resources/exports/use-exports.ts";
import { ExportsButton } from "./exports-button.tsx";
import { ExportsPanel, openButtonId } from "./exports-panel.tsx";
import { ReadyNotice } from "./ready-notice.tsx";

/**
 * The panel 'Report exports', its button, the notice about ended reports while it is closed, and the actions for pages.
 */
export const ExportsProvider = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const exports = useExports({ watched: open });
  const { add, list, forgetEnded } = exports;
  const actions = useMemo<ExportsActions>(
    () => ({
      showNewExport: async (job) => {
        setOpen(true);
        await add(job);
      },
    }),
    [add],
  );
  const close = useCallback(() => setOpen(false), []);
  const show = () => {
    setOpen(true);
    void list.refetch();
  };
  return (
    <ExportsContext.Provider value={actions}>
      {children}
      {open ? (
        <ExportsPanel exports={exports} onClose={close} />
      ) : (
        <>
          <ReadyNotice ended={exports.ended} onShow={show} onClose={forgetEnded} />
          <ExportsButton id={openButtonId} running={exports.running} onClick={show} />
          <Box role="status" sx={visuallyHidden}>
            {exports.announcement}
          </Box>
        </>
      )}
    </ExportsContext.Provider>
  );
};
