import { useMemo } from "react";
import type { ManualExport } from "#domain/wire/reports/reporting.ts";
import { useServices } from "../services.tsx";
import { hasOrderFilters } from "../which-orders/page-state/page-state-draft.ts";
import { type PageState, type StoredPageState, usePageState } from "../which-orders/page-state/use-page-state.ts";

export const manualExportKey = ["manual-export"];

/** True if a stored value is this page's state. */
export const isManualExport = (value: unknown): value is ManualExport =>
  hasOrderFilters(value) && "FileType" in value && typeof value.FileType === "number" && "ReportId" in value;

/** The page's state. `read`: the server's choices. */
export const useManualExport = (read: ManualExport): PageState<ManualExport> => {
  const { api } = useServices();
  const kept = useMemo<StoredPageState<ManualExport>>(
    () => ({ queryKey: manualExportKey, draft: "page-state", isState: isManualExport, save: api.setManualExport }),
    [api],
  );
  return usePageState(read, kept);
};
