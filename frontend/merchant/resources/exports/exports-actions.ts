import { createContext, useContext } from "react";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";

/** Actions for pages; provided by `report-exports/exports-provider.tsx`. */
export type ExportsActions = {
  /** Shows the panel with a newly requested job, and reloads the list (S-1.4). */
  showNewExport: (job: ExportJob) => Promise<void>;
};

export const ExportsContext = createContext<ExportsActions | null>(null);

export const useExportsActions = (): ExportsActions => {
  const actions = useContext(ExportsContext);
  if (actions === null) throw new Error("useExportsActions works inside ExportsProvider only.");
  return actions;
};
