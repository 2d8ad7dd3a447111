import type { JsonObject } from "#infra/ports/json.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";

/**
 * `again`: the attempt failed; retry after `delayMs` ms. `put-down`: rescheduled after `delayMs` ms, with a new payload
 * if given; not an attempt. `gone`: another worker has the lease. `dead`: retrying cannot help.
 */
export type JobOutcome =
  | { kind: "done" }
  | { kind: "again"; delayMs: number }
  | { kind: "put-down"; delayMs: number; payload?: JsonObject }
  | { kind: "gone" }
  | { kind: "dead"; error: unknown };
export const completed: JobOutcome = { kind: "done" };
export const leaseLost: JobOutcome = { kind: "gone" };
export const retry = (delayMs: number): JobOutcome => ({ kind: "again", delayMs });
export const reschedule = (delayMs: number, payload?: JsonObject): JobOutcome => ({
  kind: "put-down",
  delayMs,
  ...(payload === undefined ? {} : { payload }),
});

export const deadLetter = (error: unknown): JobOutcome => ({ kind: "dead", error });

/** `signal` aborts on shutdown, or with {@link LeaseLost} when another worker may hold the job. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<JobOutcome>;

/** Handler and retry policy of one kind of job. */
export type JobKind = {
  run: JobHandler;
  /** Maximum attempts, failed or lost; default {@link maxAttempts}. */
  maxAttempts?: number;
  /** Time from a failed attempt to the next, ms; default {@link retryDelayMs}. */
  retryDelayMs?: (attempt: number) => number;
  /**
   * Notifies waiting code or triggers the next step. May run more than once. If it keeps throwing, the job is
   * dead-lettered a few attempts later.
   */
  onDiscarded?: (job: ClaimedJob, error: unknown) => Promise<void>;
};

export type JobHandlers = Readonly<Record<string, JobKind>>;

export const maxAttempts = 10;

/** Delay after an attempt: 1 s after the first, doubled each time, at most a minute. */
export const retryDelayMs = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 60_000);

export class LeaseLost extends Error {
  override name = "LeaseLost";
  constructor() {
    super("The lease of the job was lost; another worker may have it.");
  }
}

/** Reason for a dead job without an error. */
export class AttemptsExhausted extends Error {
  override name = "AttemptsExhausted";
  constructor(attempts: number) {
    super(`It was started ${attempts} times, and each time it failed or its process ended.`);
  }
}
