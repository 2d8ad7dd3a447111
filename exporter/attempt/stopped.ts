import { LeaseLost } from "#application/jobs/job.ts";

/** Reasons for a worker to leave an attempt before its end. */
export type StopReason =
  /** The process must end: the job is released. */
  | "shutdown"
  /** The merchant canceled. */
  | "cancel"
  /** Another attempt has started, or the export has ended: this attempt no longer counts. */
  | "overtaken"
  /** Another worker may hold the job by now. */
  | "lease-lost";

/** Reasons in {@link Stopped}. */
export type StoppedReason = Exclude<StopReason, "lease-lost">;

/** Abort reason of an attempt's signal. A lost lease has its own, LeaseLost. */
export class Stopped extends Error {
  override name = "Stopped";
  readonly why: StoppedReason;
  constructor(why: StoppedReason) {
    super(`The attempt was stopped: ${why}.`);
    this.why = why;
  }
}

/**
 * Reason of a signal's abort; undefined while it has not aborted. An abort without a reason of ours comes from outside:
 * a shutdown.
 */
export const stopReason = (signal: AbortSignal): StopReason | undefined => {
  if (!signal.aborted) return undefined;
  if (signal.reason instanceof LeaseLost) return "lease-lost";
  return signal.reason instanceof Stopped ? signal.reason.why : "shutdown";
};
