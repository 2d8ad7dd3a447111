import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { visuallyHidden } from "@mui/utils";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import type { ExportJob } from "#domain/wire/reporting.ts";
import { ExportsButton } from "./exports-button.tsx";
import { ExportsPanel } from "./exports-panel.tsx";
import { useExports } from "./use-exports.ts";

type ExportsActions = {
  /** Shows the panel with a job that was just requested, and reloads the list (part 1 section 4). */
  showNewExport: (job: ExportJob) => Promise<void>;
};

const ExportsContext = createContext<ExportsActions | null>(null);

export const useExportsActions = (): ExportsActions => {
  const actions = useContext(ExportsContext);
  if (actions === null) throw new Error("useExportsActions works inside ExportsProvider only.");
  return actions;
};

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
