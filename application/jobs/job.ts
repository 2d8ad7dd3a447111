import type { JsonObject } from "#infra/ports/json.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";

/**
 * What becomes of a job after its handler. `again`: an attempt in vain, and another one after so many ms. `put-down`: it waits for something and
 * comes back after so many ms, with what it must know then; that was no attempt. `gone`: another worker has it. `dead`: only a person can help, so it
 * is given up.
 */
export type Outcome =
  | { kind: "done" }
  | { kind: "again"; delay: number }
  | { kind: "put-down"; delay: number; payload?: JsonObject }
  | { kind: "gone" }
  | { kind: "dead"; error: unknown };
export const done: Outcome = { kind: "done" };
export const gone: Outcome = { kind: "gone" };
export const again = (delay: number): Outcome => ({ kind: "again", delay });
export const putDown = (delay: number, payload?: JsonObject): Outcome => ({
  kind: "put-down",
  delay,
  ...(payload === undefined ? {} : { payload }),
});

export const dead = (error: unknown): Outcome => ({ kind: "dead", error });

/** Does one claimed job; `signal` aborts when the process must end or, by {@link LeaseLost}, when another worker may have the job. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<Outcome>;

/** What is done with jobs of one kind. */
export type JobKind = {
  run: JobHandler;
  /** After so many attempts in vain, or lost with their process, a job is given up; {@link mostAttempts} where absent. */
  mostAttempts?: number;
  /** ms from an attempt that threw to the next; {@link pauseAfter} where absent. */
  pauseAfter?: (attempt: number) => number;
  /**
   * Before a job is given up: tells whoever waits for it, or sees that what should follow it does. May be called again; when it throws, the
   * job is given up a few attempts later all the same.
   */
  lastWord?: (job: ClaimedJob, error: unknown) => Promise<void>;
};

/** By kind of job. */
export type JobHandlers = Readonly<Record<string, JobKind>>;

export const mostAttempts = 10;

/** 1 s after the first attempt, twice as long after each, a minute at most. */
export const pauseAfter = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 60_000);

/** The reason a job's signal aborts with when its lease was lost. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  constructor() {
    super("The lease of the job was lost; another worker may have it.");
  }
}

/** Why a job is given up whose attempts left nothing behind but their number. */
export class AttemptsLost extends Error {
  override name = "AttemptsLost";
  constructor(attempts: number) {
    super(`It was begun ${attempts} times, and each time it came to nothing or its process ended.`);
  }
}
