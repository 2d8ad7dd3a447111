import type { JobHandler } from "#application/jobs/job.ts";
import type { SchedulerDeps } from "./deps.ts";
import { advancePayloadOf } from "./jobs.ts";
import { leadRun } from "./lead-run.ts";

/** The job `advance-run`: moves a run on after an event, or at an instant the run waited for. */
export const createAdvanceJob =
  (deps: SchedulerDeps): JobHandler =>
  (job, signal) =>
    leadRun(deps, advancePayloadOf(job), { jobId: job.id, signal });
