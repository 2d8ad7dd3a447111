import { LeaseLost } from "#application/jobs/job.ts";

/** Reasons to leave an attempt before its end. */
export type StopReason =
  /** The process is ending: the job is released. */
  | "shutdown"
  | "cancel"
  /** Another attempt has started, or the export has ended. */
  | "overtaken"
  | "lease-lost";

export type StoppedReason = Exclude<StopReason, "lease-lost">;

/** Abort reason of an attempt's signal. A lost lease has its own: LeaseLost. */
export class Stopped extends Error {
  override name = "Stopped";
  readonly why: StoppedReason;
  constructor(why: StoppedReason) {
    super(`The attempt was stopped: ${why}.`);
    this.why = why;
  }
}

/** The reason of an abort, undefined before. A foreign reason means a shutdown. */
export const stopReason = (signal: AbortSignal): StopReason | undefined => {
  if (!signal.aborted) return undefined;
  if (signal.reason instanceof LeaseLost) return "lease-lost";
  return signal.reason instanceof Stopped ? signal.reason.why : "shutdown";
};
