import { ExportStatus } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { getExportStatus } from "../resources/exports/export-list.ts";

/** Reports that ended while the user wasn't watching them. */
export type News = {
  hasFailed: boolean;
  text: string;
  /** The report whose file the notice offers for download; null if it opens the panel instead. */
  downloadable: ExportJob | null;
};

const reports = (count: number) => (count === 1 ? "1 report" : `${count} reports`);

/** Returns one sentence; null without news. A report that the user canceled is no news. */
export const summarizeEnded = (ended: readonly ExportJob[]): News | null => {
  const ready = ended.filter((job) => getExportStatus(job) === ExportStatus.Finished);
  const failed = ended.filter((job) => getExportStatus(job) === ExportStatus.Failed);
  const [one] = [...failed, ...ready];
  if (one === undefined) return null;
  if (failed.length === 0) {
    if (ready.length === 1) return { hasFailed: false, text: `“${one.ReportTitle}” is ready`, downloadable: one };
    return { hasFailed: false, text: `${ready.length} reports are ready`, downloadable: null };
  }
  if (ready.length === 0 && failed.length === 1)
    return { hasFailed: true, text: `“${one.ReportTitle}” failed`, downloadable: null };
  const rest = ready.length === 0 ? "" : `, ${ready.length} ${ready.length === 1 ? "is" : "are"} ready`;
  return { hasFailed: true, text: `${reports(failed.length)} failed${rest}`, downloadable: null };
};
