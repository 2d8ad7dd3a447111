import type { Clock } from "#infra/ports/clock.ts";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";

/** Length of a lease, ms (D-2). */
export const leaseDuration = 30_000;
const renewInterval = 10_000;
/** Work stops this long before the lease ends, ms. After that another worker may claim the job. */
const margin = 5_000;
/** Pause after a failed renewal, ms. Short enough to renew before another worker claims. */
const pauseAfterFailure = 500;

/** Sleeps without an error on abort, which is slow to create: every job aborts. */
const sleepUntil = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });

/**
 * Renews a job's lease until the signal aborts. Calls `lost` once when another worker may hold the job: the queue said
 * so, or renewals failed for nearly a lease. A store that takes no writes doesn't count, as it gives the job to nobody.
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
  const { queue, job, clock, signal, lost, onFault, every = renewInterval } = options;
  let held = clock.steady();
  let pause = every;
  for (;;) {
    await sleepUntil(pause, signal);
    if (signal.aborted) return;
    try {
      const asked = clock.steady();
      if (!(await queue.extendLease(job, leaseDuration))) return lost();
      held = asked;
      pause = every;
    } catch (error) {
      onFault(error);
      pause = Math.min(every, pauseAfterFailure);
      if (!(error instanceof StoreUnwritable) && clock.steady() - held > leaseDuration - margin) return lost();
    }
  }
};
