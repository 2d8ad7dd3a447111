import type { JobHandler } from "#application/jobs/job.ts";
import type { SchedulerDeps } from "./deps.ts";
import { driveRun } from "./drive-run.ts";
import { readAdvancePayload } from "./jobs.ts";

/** The job `advance-run`: moves a run on after an event, or at an instant it waited for. */
export const createAdvanceJob =
  (deps: SchedulerDeps): JobHandler =>
  (job, signal) =>
    driveRun(deps, readAdvancePayload(job), { jobId: job.id, signal });
