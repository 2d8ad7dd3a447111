import { deliverLane, deliverRunKind, mailRunKind } from "#application/jobs/deliver-run-job.ts";
import type { JobHandler } from "#application/jobs/job.ts";
import type { RunJobsOptions } from "#application/jobs/run-jobs.ts";
import type { DelivererDeps } from "./deps.ts";
import { mailKind, mailLane } from "./mails/mail-job.ts";
import { createMailJob } from "./mails/send-mail.ts";
import { createDeliverRun } from "./run/deliver-run.ts";

/** Waits for a mail's turn at the mail server; returns the end of the turn. */
type Enter = (signal: AbortSignal) => Promise<() => void>;

/** Does a job in its turn at the mail server. Nothing of it has begun until then, so neither a long wait nor a stop costs an attempt. */
const inTurn =
  (enter: Enter, run: JobHandler): JobHandler =>
  async (job, signal) => {
    const leave = await enter(signal);
    try {
      return await run(job, signal);
    } finally {
      leave();
    }
  };

/**
 * The jobs of a deliverer and their places. Mail has its own, one for each connection to the mail server: a server that hangs holds up neither
 * FTP nor webhooks (ADR 112).
 */
export const delivererJobs = (
  deps: DelivererDeps,
  { enter, mailConnections }: { enter: Enter; mailConnections: number },
): Pick<RunJobsOptions, "lanes" | "claims" | "handlers"> => {
  const [deliverRun, mail] = [createDeliverRun(deps), createMailJob(deps)];
  return {
    lanes: [mailLane, deliverLane],
    claims: [
      { kinds: [mailKind, mailRunKind], atOnce: mailConnections, maxRunningPerShop: 2 },
      { kinds: [deliverRunKind], atOnce: 8, maxRunningPerShop: 2 },
    ],
    handlers: {
      [mailKind]: { ...mail, run: inTurn(enter, mail.run) },
      [mailRunKind]: { ...deliverRun, run: inTurn(enter, deliverRun.run) },
      [deliverRunKind]: deliverRun,
    },
  };
};
