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

/** The reason an attempt's AbortSignal aborts with. */
export class Stopped extends Error {
  override name = "Stopped";
  readonly why: StopReason;
  constructor(why: StopReason) {
    super(`The attempt was stopped: ${why}.`);
    this.why = why;
  }
}

/** Why a signal aborted; undefined while it has not. An abort without a reason of ours is one from outside: a shutdown. */
export const stopReason = (signal: AbortSignal): StopReason | undefined => {
  if (!signal.aborted) return undefined;
  return signal.reason instanceof Stopped ? signal.reason.why : "shutdown";
};
