import { deliverLane, deliverRunKind, mailRunKind } from "#application/jobs/deliver-run-job.ts";
import { deliverSampleKind } from "#application/jobs/deliver-sample-job.ts";
import type { JobHandler } from "#application/jobs/job.ts";
import type { RunJobsOptions } from "#application/jobs/run-jobs.ts";
import type { DelivererDeps } from "./deps.ts";
import { mailKind, mailLane } from "./mails/mail-job.ts";
import { createMailJob } from "./mails/send-mail.ts";
import { createDeliverRun } from "./run/deliver-run.ts";
import { createDeliverSample } from "./run/deliver-sample.ts";

/** Waits for a permit to use the mail server. Returns its release. */
type AcquirePermit = (signal: AbortSignal) => Promise<() => void>;

/** Runs a job once it has a permit: neither a long wait nor a stop costs an attempt. */
const withPermit =
  (acquirePermit: AcquirePermit, run: JobHandler): JobHandler =>
  async (job, signal) => {
    const release = await acquirePermit(signal);
    try {
      return await run(job, signal);
    } finally {
      release();
    }
  };

/**
 * Mail has its own limit, one job per connection to the mail server, so a hanging server delays neither FTP nor
 * webhooks (ADR 112).
 */
export const delivererJobs = (
  deps: DelivererDeps,
  { acquirePermit, mailConnections }: { acquirePermit: AcquirePermit; mailConnections: number },
): Pick<RunJobsOptions, "lanes" | "claims" | "handlers"> => {
  const [deliverRun, sample, mail] = [createDeliverRun(deps), createDeliverSample(deps), createMailJob(deps)];
  return {
    lanes: [mailLane, deliverLane],
    claims: [
      { kinds: [mailKind, mailRunKind, deliverSampleKind], atOnce: mailConnections, maxRunningPerShop: 2 },
      { kinds: [deliverRunKind], atOnce: 8, maxRunningPerShop: 2 },
    ],
    handlers: {
      [mailKind]: { ...mail, run: withPermit(acquirePermit, mail.run) },
      [mailRunKind]: { ...deliverRun, run: withPermit(acquirePermit, deliverRun.run) },
      [deliverSampleKind]: { ...sample, run: withPermit(acquirePermit, sample.run) },
      [deliverRunKind]: deliverRun,
    },
  };
};
