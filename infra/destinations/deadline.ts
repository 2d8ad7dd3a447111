import { DeliveryFailed } from "../ports/destination.ts";
import { unlessAborted } from "../ports/unless-aborted.ts";

/** Receivers' timeouts, ms; shorter in tests. */
export type DeliveryTimeouts = {
  /** For a connection after its name look-up. */
  connectMs: number;
  /** For a receiver's next answer, or for it to accept another byte. */
  answerMs: number;
  /** For everything together. */
  wholeMs: number;
  /** For another process to record a receiver's response once the state store is back; default 5 s. */
  othersMs?: number;
};

export const defaultDeliveryTimeouts: DeliveryTimeouts = { connectMs: 10_000, answerMs: 30_000, wholeMs: 30 * 60_000 };

/** Thrown if a receiver, or its look-up, takes too long. */
export class TooSlow extends DeliveryFailed {
  override name = "TooSlow";
}

const tooSlow = (who: string): TooSlow =>
  new TooSlow("temporary", `${who} took too long to answer. Check that it is running and not overloaded.`);

/**
 * Runs `work` until `callerSignal` aborts or `ms` have passed, and signals it then.
 * @throws the reason of `callerSignal`, unchanged; {DeliveryFailed} too slow
 */
export const withDeadline = async <Result>(
  { asked: callerSignal, ms, who }: { asked: AbortSignal; ms: number; who: string },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  callerSignal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow(who)), ms);
  const signal = AbortSignal.any([callerSignal, late.signal]);
  try {
    return await unlessAborted(work(signal), signal);
  } finally {
    clearTimeout(timer);
  }
};

/** Checks for progress per timeout. */
const checksPerPeriod = 4;

/**
 * Waits for sending `work` until no byte was sent for `ms`.
 * @throws {DeliveryFailed} too slow
 */
export const unlessStalled = async <Result>(
  work: Promise<Result>,
  { sent, ms, who }: { sent: () => number; ms: number; who: string },
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    let last = -1;
    let still = 0;
    timer = setInterval(() => {
      const now = sent();
      still = now === last ? still + 1 : 0;
      last = now;
      if (still >= checksPerPeriod) reject(tooSlow(who));
    }, ms / checksPerPeriod);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    clearInterval(timer);
    // The work was given up: ignores a later rejection.
    work.catch(() => undefined);
  }
};
