import { isLegallyRequired } from "#domain/retention/job-kinds.ts";
import { dayMs } from "#domain/retention/retention.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Cleanup } from "./run-cleanup.ts";

/** Read limit: above any real number of dead jobs, as all kinds must be searched. */
const maxDeadJobs = 100_000;

/**
 * Retries legally owed or promised jobs a day after they were given up, for as long as it takes. Until then an
 * operator sees them as dead. The queue would forget a dead job only after 30 days.
 */
export const createOwedJobRetry = ({ queue, clock, log }: Pick<UpkeepDeps, "queue" | "clock" | "log">): Cleanup => ({
  async round(signal) {
    const dead = await queue.listDead(maxDeadJobs);
    for (const { id, kind, diedAt } of dead) {
      signal.throwIfAborted();
      if (!isLegallyRequired(kind) || clock.wall().getTime() - diedAt.getTime() < dayMs) continue;
      if (await queue.revive(id))
        log.info({ job: id }, "A job that was given up a day ago is tried again: its work is owed.");
    }
  },
  failed: "Jobs that were given up and are owed could not be tried again.",
  atStart: true,
});
