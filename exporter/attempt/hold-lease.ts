import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#infra/ports/clock.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";

/** Leases of 30 s renewed every 10 s (design section 2), ms of wall time. */
export const leaseFor = 30_000;
const renewEvery = 10_000;

/**
 * Extends a job's lease until the signal aborts. Calls `lost` once and resolves when another worker may have the job: the
 * queue said so, or it could not be asked for nearly as long as a lease lasts.
 */
export const holdLease = async (options: {
  queue: WorkQueue;
  job: ClaimedJob;
  clock: Clock;
  signal: AbortSignal;
  lost: () => void;
  onFault: (error: unknown) => void;
  every?: number;
}): Promise<void> => {
  const { queue, job, clock, signal, lost, onFault, every = renewEvery } = options;
  let held = clock.wall().getTime();
  for (;;) {
    await sleep(every, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const asked = clock.wall().getTime();
      if (!(await queue.extend(job, leaseFor))) return lost();
      held = asked;
    } catch (error) {
      onFault(error);
      if (clock.wall().getTime() - held > leaseFor - every / 2) return lost();
    }
  }
};
