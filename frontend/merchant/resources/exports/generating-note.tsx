import { useQuery } from "@tanstack/react-query";
import type { useNotify } from "ra-core";
import { useEffect } from "react";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { useCloseToast } from "../../../shared/ui/toast.tsx";
import { describeEnding, getExportStatus, isRunning } from "./export-list.ts";
import { exportsKey } from "./keys.ts";

/** Says 'The report is generating', then that it is ready. A failed report shows its error elsewhere. */
const GeneratingNote = ({ job }: { job: ExportJob }) => {
  const close = useCloseToast();
  // Only observes the cache; other code fetches the list.
  const { data } = useQuery<ExportJob[]>({ queryKey: exportsKey, enabled: false });
  const now = data?.find(({ ReportExportId }) => ReportExportId === job.ReportExportId) ?? job;
  const isOver = !isRunning(now) && getExportStatus(now) !== ExportStatus.Finished;
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);
  return isRunning(now) || isOver ? "The report is generating" : describeEnding(now);
};

/** Shows the toast of a newly requested report. */
export const notifyGenerating = (notify: ReturnType<typeof useNotify>, job: ExportJob): void =>
  notify(<GeneratingNote job={job} />, { type: "success" });
