import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { visuallyHidden } from "@mui/utils";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { type ExportsActions, ExportsContext } from "../resources/exports/exports-actions.ts";
import { useExports } from "../resources/exports/use-exports.ts";
import { ExportsButton } from "./exports-button.tsx";
import { ExportsPanel } from "./exports-panel.tsx";

const openButtonId = "open-report-exports";

/** The panel 'Report exports' beside the page, its floating button, and what pages may ask of them. */
export const ExportsProvider = ({ children }: { children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("sm"));
  const exports = useExports();
  const { add, list } = exports;
  const actions = useMemo<ExportsActions>(
    () => ({
      showNewExport: async (job) => {
        setOpen(true);
        await add(job);
      },
    }),
    [add],
  );
  const close = useCallback(() => {
    setOpen(false);
    // The button comes back with the next frame.
    requestAnimationFrame(() => document.getElementById(openButtonId)?.focus());
  }, []);
  return (
    <ExportsContext.Provider value={actions}>
      {/* On a telephone the panel covers the page, so nothing beneath it can be reached. */}
      <div inert={open && isNarrow}>{children}</div>
      {!open && (
        <ExportsButton
          id={openButtonId}
          running={exports.running}
          onClick={() => {
            setOpen(true);
            void list.refetch();
          }}
        />
      )}
      {open && <ExportsPanel exports={exports} onClose={close} />}
      <Box role="status" sx={visuallyHidden}>
        {exports.announcement}
      </Box>
    </ExportsContext.Provider>
  );
};
