import { DeliveryFailed } from "../ports/destination.ts";
import { unlessAborted } from "../ports/unless-aborted.ts";

/** How long receivers are waited for, ms; for tests shorter. */
export type Patience = {
  /** Until a connection is there, its name looked up before. */
  connectMs: number;
  /** Until a receiver says something, or takes another byte. */
  answerMs: number;
  /** Everything together, however well it goes on. */
  wholeMs: number;
  /** So long another process that asked a receiver may take to note the answer once the state store is there; default 5 s. */
  othersMs?: number;
};

export const usualPatience: Patience = { connectMs: 10_000, answerMs: 30_000, wholeMs: 30 * 60_000 };

/** Thrown if a receiver, or the lookup of its name, takes too long. */
export class TooSlow extends DeliveryFailed {
  override name = "TooSlow";
}

const tooSlow = (who: string): TooSlow =>
  new TooSlow("temporary", `${who} took too long to answer. Check that it is running and not overloaded.`);

/**
 * Work that is given up when `asked` aborts or after so many ms, whichever comes first; the work is told by the signal it gets.
 * @throws the reason of `asked`, as it is; {DeliveryFailed} too slow
 */
export const withDeadline = async <Result>(
  { asked, ms, who }: { asked: AbortSignal; ms: number; who: string },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  asked.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow(who)), ms);
  const signal = AbortSignal.any([asked, late.signal]);
  try {
    return await unlessAborted(work(signal), signal);
  } finally {
    clearTimeout(timer);
  }
};

/** Looks this often whether bytes still go out, in parts of the time they may stand still. */
const looks = 4;

/**
 * Work that sends bytes, given up when none went out for so many ms.
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
      if (still >= looks) reject(tooSlow(who));
    }, ms / looks);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    clearInterval(timer);
    // Given up, whatever comes of it later is nobody's error any more.
    work.catch(() => undefined);
  }
};
