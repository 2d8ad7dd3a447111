import { StoreUnwritable } from "#infra/ports/busy.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";

/** Leases of 30 s renewed every 10 s (D-2), ms. */
export const leaseFor = 30_000;
const renewEvery = 10_000;
/** Before the lease's end work stops: by then another worker may claim the job, ms. */
const margin = 5_000;
/** After a try in vain: a busy store has some fifteen seconds of tries left, and one that takes no writes is asked before a worker that claims. */
const pauseAfterFault = 500;

/** Until its time, or the signal. Each job ends one of these, so that is no error: to make one takes longer than most jobs wait. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
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
 * Extends a job's lease until the signal aborts. Calls `lost` once and resolves when another worker may have the job: the
 * queue said so, or it could not be asked for nearly as long as a lease lasts. A store that takes no writes gives the job to nobody.
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
  let held = clock.steady();
  let pause = every;
  for (;;) {
    await rest(pause, signal);
    if (signal.aborted) return;
    try {
      const asked = clock.steady();
      if (!(await queue.extend(job, leaseFor))) return lost();
      held = asked;
      pause = every;
    } catch (error) {
      onFault(error);
      pause = Math.min(every, pauseAfterFault);
      if (!(error instanceof StoreUnwritable) && clock.steady() - held > leaseFor - margin) return lost();
    }
  }
};
