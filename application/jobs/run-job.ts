import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { StoreBusy, StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";
import { findOperatorSentence } from "../process/exit-with-reason.ts";
import { retryWhileUnavailable } from "../process/retry-while-unavailable.ts";
import { holdLease } from "./hold-lease.ts";
import {
  AttemptsExhausted,
  type JobHandlers,
  type JobKind,
  type JobOutcome,
  LeaseLost,
  leaseLost,
  maxAttempts,
  reschedule,
  retry,
  retryDelayMs,
} from "./job.ts";

/** Attempts beyond the maximum for an `onDiscarded` that throws. */
const discardAttempts = 5;

export type RunJobOptions = {
  queue: WorkQueue;
  clock: Clock;
  log: Log;
  handlers: JobHandlers;
  signal: AbortSignal;
};

/** A string as the reason: without one, each abort would create a DOMException. */
const leaseNoLongerNeeded = "over";

/**
 * Runs a claimed job, keeps its lease and settles it. If the handler throws, retries with growing pauses, then
 * dead-letters. Store outages and shutdown are no attempts.
 * @throws {StoreDamaged}
 */
export const runJob = async (options: RunJobOptions, job: ClaimedJob): Promise<JobOutcome> => {
  const { queue, clock, log, handlers, signal } = options;
  const kind = handlers[job.kind];
  if (!kind) throw new Error(`No handler for jobs of kind ${job.kind}.`);
  const lease = new AbortController();
  const endController = new AbortController();
  const holding = holdLease({
    queue,
    job,
    clock,
    signal: endController.signal,
    lost: () => lease.abort(new LeaseLost()),
    onFault: (err) => log.warn({ job: job.id, err }, "A lease could not be extended; it is tried again."),
  });
  const ending = AbortSignal.any([signal, lease.signal]);
  try {
    const outcome = await runHandler(kind, job, ending, log);
    // Without its lease, finished work would run again after an outage.
    await retryWhileUnavailable(() => settle(queue, job, outcome, log), {
      signal: ending,
      onWait: (err) => log.warn({ job: job.id, err }, "A job waits for its store to be settled."),
    });
    return outcome;
  } finally {
    endController.abort(leaseNoLongerNeeded);
    await holding;
  }
};

const runHandler = async (kind: JobKind, job: ClaimedJob, signal: AbortSignal, log: Log): Promise<JobOutcome> => {
  const attemptLimit = kind.maxAttempts ?? maxAttempts;
  const pause = (kind.retryDelayMs ?? retryDelayMs)(job.attempts);
  // Earlier attempts died with their process, or `onDiscarded` failed.
  if (job.attempts > attemptLimit)
    return retryOrDeadLetter(kind, job, new AttemptsExhausted(job.attempts - 1), pause, log);
  try {
    const outcome = await kind.run(job, signal);
    if (outcome.kind === "dead") return await retryOrDeadLetter(kind, job, outcome.error, pause, log);
    if (outcome.kind !== "again" || job.attempts < attemptLimit) return outcome;
    return await retryOrDeadLetter(kind, job, new AttemptsExhausted(job.attempts), pause, log);
  } catch (err) {
    if (findOperatorSentence(err) !== undefined) throw err;
    if (signal.aborted) return signal.reason instanceof LeaseLost ? leaseLost : reschedule(0);
    if (err instanceof StoreUnwritable || err instanceof StoreBusy) {
      log.warn({ job: job.id, err }, "A job waits for a store.");
      return reschedule(pause);
    }
    if (job.attempts >= attemptLimit) return retryOrDeadLetter(kind, job, err, pause, log);
    log.error({ job: job.id, attempt: job.attempts, err }, "A job failed; it will be tried again.");
    return retry(pause);
  }
};

const retryOrDeadLetter = async (
  kind: JobKind,
  job: ClaimedJob,
  error: unknown,
  pause: number,
  log: Log,
): Promise<JobOutcome> => {
  try {
    await kind.onDiscarded?.(job, error);
  } catch (err) {
    if (findOperatorSentence(err) !== undefined) throw err;
    log.error({ job: job.id, err }, "The last callback of a dead job failed.");
    if (job.attempts < (kind.maxAttempts ?? maxAttempts) + discardAttempts) return retry(pause);
  }
  log.error(
    { job: job.id, kind: job.kind, tenant: job.tenant, attempts: job.attempts, err: error },
    `A job was given up. The support console lists it under Dead jobs, and can have it tried again. Without a console use '${operatorCommand("repair")}'.`,
  );
  return { kind: "dead", error };
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

const settle = async (queue: WorkQueue, job: ClaimedJob, outcome: JobOutcome, log: Log): Promise<void> => {
  const held = await trySettle(queue, job, outcome);
  if (!held) log.info({ job: job.id }, "Another worker has the job by now.");
};

const trySettle = async (queue: WorkQueue, job: ClaimedJob, outcome: JobOutcome): Promise<boolean> => {
  switch (outcome.kind) {
    case "gone":
      return true;
    case "done":
      return queue.complete(job);
    case "again":
      return queue.scheduleRetry(job, outcome.delayMs);
    case "put-down":
      return queue.reschedule(job, outcome.delayMs, outcome.payload);
    case "dead":
      return queue.deadLetter(job, reasonOf(outcome.error));
  }
};
