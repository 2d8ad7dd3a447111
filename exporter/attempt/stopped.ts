import { LeaseLost } from "#application/jobs/job.ts";

/** Why a worker must leave an attempt before its end. */
export type StopReason =
  /** The process is asked to end: the job is given back. */
  | "shutdown"
  /** The merchant canceled. */
  | "cancel"
  /** Another attempt has started, or the export has ended: nothing of this attempt counts any more. */
  | "overtaken"
  /** Somebody else may hold the job by now. */
  | "lease-lost";

/** Those that are told by {@link Stopped}. */
export type Stop = Exclude<StopReason, "lease-lost">;

/** The reason an attempt's AbortSignal aborts with; a lost lease has one of its own, LeaseLost. */
export class Stopped extends Error {
  override name = "Stopped";
  readonly why: Stop;
  constructor(why: Stop) {
    super(`The attempt was stopped: ${why}.`);
    this.why = why;
  }
}

/** Why a signal aborted; undefined while it has not. An abort without a reason of ours is one from outside: a shutdown. */
export const stopReason = (signal: AbortSignal): StopReason | undefined => {
  if (!signal.aborted) return undefined;
  if (signal.reason instanceof LeaseLost) return "lease-lost";
  return signal.reason instanceof Stopped ? signal.reason.why : "shutdown";
};
