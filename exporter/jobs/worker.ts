import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#infra/ports/clock.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";
import { holdLease, leaseFor } from "../attempt/hold-lease.ts";
import { Stopped } from "../attempt/stopped.ts";
import type { Log } from "../log.ts";
import { again, type JobHandler, jobKinds, type Outcome } from "./job.ts";

/** At most so many exports of one shop run at once (design section 5). */
const maxRunningPerShop = 2;
const idleWait = 1_000;
const pauseAfterFault = 500;

export type WorkerOptions = {
  queue: WorkQueue;
  clock: Clock;
  log: Log;
  worker: string;
  lanes: readonly string[];
  handlers: Readonly<Record<(typeof jobKinds)[keyof typeof jobKinds], JobHandler>>;
  /** Stops claiming, and the running job with it. */
  signal: AbortSignal;
};

/** Claims and does one job after the other until the signal aborts; then resolves, the running job given back. */
export const runWorker = async (options: WorkerOptions): Promise<void> => {
  const { queue, log, signal } = options;
  while (!signal.aborted) {
    try {
      const job = await claimNext(options);
      if (job) await doJob(options, job);
      else await queue.wait(idleWait, signal);
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err }, "The work queue was not available for a moment.");
      await sleep(pauseAfterFault, undefined, { signal }).catch(() => undefined);
    }
  }
};

/** Small things first: they take moments, and an export that waits for its lane waits for one of them. */
const claimNext = async ({ queue, worker, lanes }: WorkerOptions): Promise<ClaimedJob | undefined> => {
  const common = { lanes, worker, leaseFor };
  return (
    (await queue.claim({ ...common, kinds: [jobKinds.sort, jobKinds.cancel, jobKinds.expire] })) ??
    (await queue.claim({ ...common, kinds: [jobKinds.export], maxRunningPerShop }))
  );
};

const doJob = async (options: WorkerOptions, job: ClaimedJob): Promise<void> => {
  const { queue, clock, log, handlers, signal } = options;
  const handler = Object.entries(handlers).find(([kind]) => kind === job.kind)?.[1];
  if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}.`);
  const lease = new AbortController();
  const ended = new AbortController();
  const holding = holdLease({
    queue,
    job,
    clock,
    signal: ended.signal,
    lost: () => lease.abort(new Stopped("lease-lost")),
    onFault: (err) => log.warn({ job: job.id, err }, "A lease could not be extended; it is tried again."),
  });
  let outcome: Outcome;
  try {
    outcome = await handler(job, AbortSignal.any([signal, lease.signal]));
  } catch (err) {
    log.error({ job: job.id, err }, "A job failed; it is done again.");
    outcome = again(Math.min(1_000 * 2 ** (job.attempts - 1), 60_000));
  } finally {
    ended.abort();
    await holding;
  }
  await settle(queue, job, outcome, log);
};

const settle = async (queue: WorkQueue, job: ClaimedJob, outcome: Outcome, log: Log): Promise<void> => {
  if (outcome.kind === "gone") return;
  const held = outcome.kind === "done" ? await queue.complete(job) : await queue.retryAfter(job, outcome.delay);
  if (!held) log.info({ job: job.id }, "Another worker has the job by now.");
};
