import { ExportStatus, isInProgress } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";

/** Status on the wire is a number; the screens' rules are written for the enumeration. */
export const statusOf = (job: ExportJob): ExportStatus => job.Status as ExportStatus;

export const isRunning = (job: ExportJob): boolean => isInProgress(statusOf(job));

/** Ids to poll: the jobs in progress (S-1.4). Empty means that there is nothing to poll for. */
export const runningIds = (jobs: readonly ExportJob[]): string[] =>
  jobs.filter(isRunning).map((job) => job.ReportExportId);

/** The list with what a poll answered in place of what was known; the order stays. */
export const mergeJobs = (jobs: readonly ExportJob[], updates: readonly ExportJob[]): ExportJob[] => {
  const byId = new Map(updates.map((job) => [job.ReportExportId, job]));
  return jobs.map((job) => byId.get(job.ReportExportId) ?? job);
};

/** The list with a job that was just requested on top; as it is when the job is in it already. */
export const withNewJob = (jobs: readonly ExportJob[], job: ExportJob): ExportJob[] =>
  jobs.some((known) => known.ReportExportId === job.ReportExportId) ? [...jobs] : [job, ...jobs];

/** Those of the jobs that a list does not hold. */
export const missingFrom = (list: readonly ExportJob[], jobs: readonly ExportJob[]): ExportJob[] =>
  jobs.filter(({ ReportExportId }) => !list.some((known) => known.ReportExportId === ReportExportId));

/**
 * The server's list, with the jobs requested from here that it does not know yet on top: its list may be behind the command that made
 * them (`x-stale`), and a report that was just asked for must neither vanish from the panel nor stop being polled.
 */
export const withRequested = (jobs: readonly ExportJob[], requested: readonly ExportJob[]): ExportJob[] =>
  requested.reduce(withNewJob, [...jobs]);

/** A job as the user should see it: one they are canceling shows Canceling at once, until it has ended. */
export const withCanceling = (job: ExportJob, canceling: ReadonlySet<string>): ExportJob =>
  canceling.has(job.ReportExportId) && isRunning(job) ? { ...job, Status: ExportStatus.Canceling } : job;

/** Jobs that ran before and have ended now, to be told to a screen reader. */
export const justEnded = (before: readonly ExportJob[], after: readonly ExportJob[]): ExportJob[] => {
  const ran = new Set(runningIds(before));
  return after.filter((job) => ran.has(job.ReportExportId) && !isRunning(job));
};

const endings: Partial<Record<number, string>> = {
  [ExportStatus.Finished]: "is ready",
  [ExportStatus.Failed]: "failed",
  [ExportStatus.Canceled]: "was canceled",
};

/** One sentence for screen readers: `Untitled1 is ready`. */
export const endingSentence = (job: ExportJob): string => `${job.ReportTitle} ${endings[job.Status] ?? "ended"}`;
