import type { z } from "zod";
import type { ExportDetails, ExportJob, GenerateReportPayload } from "#domain/wire/reports/reporting.ts";
import type { Calls } from "../../../shared/api/calls.ts";

export const createExportCalls = ({ request, get, command }: Calls) => ({
  generateReport: (payload: z.infer<typeof GenerateReportPayload>) =>
    command<ExportJob>("reporting/generateReport", payload),
  cancelExport: (id: string) => command<boolean>("reporting/cancelExport", id),
  /** Repeats an ended export with the same inputs; returns the new job. */
  retryExport: (id: string) => command<ExportJob>("reporting/retryExport", id),
  exportList: (signal: AbortSignal) => get<ExportJob[]>("reporting/getExportList", { signal }),
  exportDetails: (id: string, signal: AbortSignal) =>
    get<ExportDetails>(`reporting/getExportDetails?id=${encodeURIComponent(id)}`, { signal }),
  pollExportList: (ids: string[], signal: AbortSignal) =>
    request<ExportJob[]>({ method: "POST", kind: "query", path: "reporting/pollExportList", body: ids, signal }),
});
