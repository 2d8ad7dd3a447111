import { useQuery } from "@tanstack/react-query";
import type { useNotify } from "ra-core";
import { useEffect } from "react";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { useCloseToast } from "../../../shared/ui/toast.tsx";
import { endingSentence, isRunning, statusOf } from "./export-list.ts";
import { exportsKey } from "./keys.ts";

/** 'The report is generating' as long as it is so, then that it is ready. A report that failed says so in its own place. */
const GeneratingNote = ({ job }: { job: ExportJob }) => {
  const close = useCloseToast();
  // Read elsewhere; here it is only looked at.
  const { data } = useQuery<ExportJob[]>({ queryKey: exportsKey, enabled: false });
  const now = data?.find(({ ReportExportId }) => ReportExportId === job.ReportExportId) ?? job;
  const isOver = !isRunning(now) && statusOf(now) !== ExportStatus.Finished;
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);
  return isRunning(now) || isOver ? "The report is generating" : endingSentence(now);
};

/** The toast of a report that was just requested. */
export const notifyGenerating = (notify: ReturnType<typeof useNotify>, job: ExportJob): void =>
  notify(<GeneratingNote job={job} />, { type: "success" });
