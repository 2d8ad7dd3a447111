import { DeliveryFailed } from "../ports/destination.ts";
import { unlessAborted } from "../ports/unless-aborted.ts";

/** Receivers' timeouts, ms. */
export type DeliveryTimeouts = {
  /** Timeout of connecting, after the name look-up. */
  connectMs: number;
  /** Timeout of a response, or of accepting another byte. */
  answerMs: number;
  wholeMs: number;
  /** For another process to record a response once the state store is back; default 5 s. */
  othersMs?: number;
};

export const defaultDeliveryTimeouts: DeliveryTimeouts = { connectMs: 10_000, answerMs: 30_000, wholeMs: 30 * 60_000 };

/** A receiver, or its look-up, took too long. */
export class TooSlow extends DeliveryFailed {
  override name = "TooSlow";
}

const tooSlow = (who: string): TooSlow =>
  new TooSlow("temporary", `${who} took too long to answer. Check that it is running and not overloaded.`);

/**
 * Runs `work` until `callerSignal` aborts or `ms` have passed.
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

const checksPerPeriod = 4;

/**
 * Waits until no byte was sent for `ms`.
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
    // Ignores a later rejection of the given-up work.
    work.catch(() => undefined);
  }
};
