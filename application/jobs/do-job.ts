import { StoreBusy, StoreUnwritable } from "#infra/ports/busy.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";
import { operatorSentence } from "../process/give-up.ts";
import { whenItAnswers } from "../process/when-writable.ts";
import { holdLease } from "./hold-lease.ts";
import {
  AttemptsLost,
  again,
  gone,
  type JobHandlers,
  type JobKind,
  LeaseLost,
  mostAttempts,
  type Outcome,
  pauseAfter,
  putDown,
} from "./job.ts";

/** Extra attempts, beyond the maximum, for a final callback that throws. */
const forLastWord = 5;

export type DoingOptions = {
  queue: WorkQueue;
  clock: Clock;
  log: Log;
  handlers: JobHandlers;
  signal: AbortSignal;
};

/** Abort reason when a lease is no longer needed. Without a reason, each abort creates an error. */
const over = "over";

/**
 * Runs a claimed job, keeps its lease and settles it; returns the outcome. A job whose handler throws is retried with
 * growing pauses, then dead-lettered. Store outages and shutdown do not count as attempts.
 * @throws {StoreDamaged}
 */
export const doJob = async (options: DoingOptions, job: ClaimedJob): Promise<Outcome> => {
  const { queue, clock, log, handlers, signal } = options;
  const kind = handlers[job.kind];
  if (!kind) throw new Error(`No handler for jobs of kind ${job.kind}.`);
  const lease = new AbortController();
  const ended = new AbortController();
  const holding = holdLease({
    queue,
    job,
    clock,
    signal: ended.signal,
    lost: () => lease.abort(new LeaseLost()),
    onFault: (err) => log.warn({ job: job.id, err }, "A lease could not be extended; it is tried again."),
  });
  const ending = AbortSignal.any([signal, lease.signal]);
  try {
    const outcome = await endingOf(kind, job, ending, log);
    // Keep the lease until settled. Otherwise finished work would run again when the store is full or away.
    await whenItAnswers(() => settle(queue, job, outcome, log), {
      signal: ending,
      onWait: (err) => log.warn({ job: job.id, err }, "A job waits for its store to be settled."),
    });
    return outcome;
  } finally {
    ended.abort(over);
    await holding;
  }
};

const endingOf = async (kind: JobKind, job: ClaimedJob, signal: AbortSignal, log: Log): Promise<Outcome> => {
  const most = kind.mostAttempts ?? mostAttempts;
  const pause = (kind.pauseAfter ?? pauseAfter)(job.attempts);
  // Earlier attempts died with their process, or the final callback failed.
  if (job.attempts > most) return giveUp(kind, job, new AttemptsLost(job.attempts - 1), pause, log);
  try {
    const outcome = await kind.run(job, signal);
    if (outcome.kind === "dead") return await giveUp(kind, job, outcome.error, pause, log);
    if (outcome.kind !== "again" || job.attempts < most) return outcome;
    return await giveUp(kind, job, new AttemptsLost(job.attempts), pause, log);
  } catch (err) {
    if (operatorSentence(err) !== undefined) throw err;
    if (signal.aborted) return signal.reason instanceof LeaseLost ? gone : putDown(0);
    if (err instanceof StoreUnwritable || err instanceof StoreBusy) {
      log.warn({ job: job.id, err }, "A job waits for a store.");
      return putDown(pause);
    }
    if (job.attempts >= most) return giveUp(kind, job, err, pause, log);
    log.error({ job: job.id, attempt: job.attempts, err }, "A job failed; it will be tried again.");
    return again(pause);
  }
};

const giveUp = async (kind: JobKind, job: ClaimedJob, error: unknown, pause: number, log: Log): Promise<Outcome> => {
  try {
    await kind.lastWord?.(job, error);
  } catch (err) {
    if (operatorSentence(err) !== undefined) throw err;
    log.error({ job: job.id, err }, "What a job that is given up has to say could not be said.");
    if (job.attempts < (kind.mostAttempts ?? mostAttempts) + forLastWord) return again(pause);
  }
  log.error(
    { job: job.id, kind: job.kind, tenant: job.tenant, attempts: job.attempts, err: error },
    `A job was given up. The support console lists it under Dead jobs, and can have it tried again. Without a console use '${operatorCommand("repair")}'.`,
  );
  return { kind: "dead", error };
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

const settle = async (queue: WorkQueue, job: ClaimedJob, outcome: Outcome, log: Log): Promise<void> => {
  const held = await told(queue, job, outcome);
  if (!held) log.info({ job: job.id }, "Another worker has the job by now.");
};

const told = async (queue: WorkQueue, job: ClaimedJob, outcome: Outcome): Promise<boolean> => {
  switch (outcome.kind) {
    case "gone":
      return true;
    case "done":
      return queue.complete(job);
    case "again":
      return queue.retryAfter(job, outcome.delay);
    case "put-down":
      return queue.putDown(job, outcome.delay, outcome.payload);
    case "dead":
      return queue.bury(job, reasonOf(outcome.error));
  }
};
