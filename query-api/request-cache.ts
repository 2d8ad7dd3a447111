import { unlessAborted } from "#infra/ports/unless-aborted.ts";
import { type CacheLimit, createExpirySweeper, evictOldest } from "./cache-eviction.ts";

type Entry<Answer> = {
  answer: Promise<Answer>;
  validUntil: number;
  pending: boolean;
  /** Weight of the answer; 0 while pending. */
  weight: number;
  waiterCount: number;
  abortController: AbortController;
};

/** Gets an answer by key. `fresh`: ignores cached and pending responses. */
export type RequestCache<Answer> = (
  key: string,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
  how?: { fresh?: boolean },
) => Promise<Answer>;

/**
 * Caches answers for a while of steady time; drops them even if nobody asks again. Callers share one request, each
 * until its own signal aborts; without waiters it is aborted. `cacheTime`: ms, from the request. `took`: ms until the
 * answer.
 */
export const createRequestCache = <Answer>(
  steady: () => number,
  cacheTime: number | ((answer: Answer, took: number) => number),
  limit: CacheLimit<Answer> = { weigh: () => 0, atMost: 0 },
): RequestCache<Answer> => {
  const entries = new Map<string, Entry<Answer>>();
  const sweeper = createExpirySweeper(steady, entries);

  const forget = (key: string, entry: Entry<Answer>) => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  const begin = (key: string, now: number, ask: (signal: AbortSignal) => Promise<Answer>): Entry<Answer> => {
    const stop = new AbortController();
    const entry = {
      answer: ask(stop.signal),
      validUntil: Number.POSITIVE_INFINITY,
      pending: true,
      weight: 0,
      waiterCount: 0,
      abortController: stop,
    };
    // Re-insert at the end: the map is in order of age.
    entries.delete(key);
    entries.set(key, entry);
    entry.answer.then(
      (answer) => {
        entry.pending = false;
        entry.validUntil = now + (typeof cacheTime === "number" ? cacheTime : cacheTime(answer, steady() - now));
        if (entries.get(key) !== entry) return;
        entry.weight = limit.weigh(answer);
        evictOldest(entries, limit.atMost);
        sweeper.scheduleSweep();
      },
      // Failures are not cached.
      () => forget(key, entry),
    );
    return entry;
  };

  return async (key, signal, ask, { fresh = false } = {}) => {
    signal.throwIfAborted();
    const now = steady();
    sweeper.sweepNow();
    const entry = (fresh ? undefined : entries.get(key)) ?? begin(key, now, ask);
    entry.waiterCount += 1;
    try {
      return await unlessAborted(entry.answer, signal);
    } finally {
      entry.waiterCount -= 1;
      if (entry.waiterCount === 0 && entry.pending) {
        forget(key, entry);
        entry.abortController.abort(signal.reason);
      }
    }
  };
};
