import { ExportStatus, isInProgress } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";

export const getExportStatus = (job: ExportJob): ExportStatus => job.Status as ExportStatus;

export const isRunning = (job: ExportJob): boolean => isInProgress(getExportStatus(job));

/** Ids of jobs in progress, to poll (S-1.4). Empty: nothing to poll. */
export const runningIds = (jobs: readonly ExportJob[]): string[] =>
  jobs.filter(isRunning).map((job) => job.ReportExportId);

/** Keeps the order of `jobs`. */
export const mergeJobs = (jobs: readonly ExportJob[], updates: readonly ExportJob[]): ExportJob[] => {
  const byId = new Map(updates.map((job) => [job.ReportExportId, job]));
  return jobs.map((job) => byId.get(job.ReportExportId) ?? job);
};

/** Adds a newly requested job on top, unless the list has it already. */
export const withNewJob = (jobs: readonly ExportJob[], job: ExportJob): ExportJob[] =>
  jobs.some((known) => known.ReportExportId === job.ReportExportId) ? [...jobs] : [job, ...jobs];

export const findMissing = (list: readonly ExportJob[], jobs: readonly ExportJob[]): ExportJob[] =>
  jobs.filter(({ ReportExportId }) => !list.some((known) => known.ReportExportId === ReportExportId));

/**
 * Adds jobs requested here that the server's list lacks, on top. The list may lag behind the command (`x-stale`), but a
 * new report must not vanish from the panel nor stop being polled.
 */
export const withRequested = (jobs: readonly ExportJob[], requested: readonly ExportJob[]): ExportJob[] =>
  requested.reduce(withNewJob, [...jobs]);

/** Shows a job that the user is canceling as Canceling until it has ended. */
export const withCanceling = (job: ExportJob, canceling: ReadonlySet<string>): ExportJob =>
  canceling.has(job.ReportExportId) && isRunning(job) ? { ...job, Status: ExportStatus.Canceling } : job;

/** Ended jobs to announce to screen readers. */
export const findJustEnded = (before: readonly ExportJob[], after: readonly ExportJob[]): ExportJob[] => {
  const ran = new Set(runningIds(before));
  return after.filter((job) => ran.has(job.ReportExportId) && !isRunning(job));
};

const endings: Partial<Record<number, string>> = {
  [ExportStatus.Finished]: "is ready",
  [ExportStatus.Failed]: "failed",
  [ExportStatus.Canceled]: "was canceled",
};

/** Announces an export's end to screen readers: `Untitled1 is ready`. */
export const describeEnding = (job: ExportJob): string => `${job.ReportTitle} ${endings[job.Status] ?? "ended"}`;
