import { unlessAborted } from "#infra/ports/unless-aborted.ts";
import { type CacheLimit, createAnswerCache } from "./answer-cache.ts";

type Pending<Answer> = { answer: Promise<Answer>; waiterCount: number; abortController: AbortController };

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
export const createRequestCache = <Answer extends {}>(
  steady: () => number,
  cacheTime: number | ((answer: Answer, took: number) => number),
  limit: CacheLimit<Answer> = { weigh: () => 1, atMost: 10_000 },
): RequestCache<Answer> => {
  const cached = createAnswerCache(steady, limit);
  const pending = new Map<string, Pending<Answer>>();

  const begin = (key: string, ask: (signal: AbortSignal) => Promise<Answer>): Pending<Answer> => {
    const begun = steady();
    const abortController = new AbortController();
    const request = { answer: ask(abortController.signal), waiterCount: 0, abortController };
    pending.set(key, request);
    const end = (): boolean => pending.get(key) === request && pending.delete(key);
    // Failures are not cached.
    request.answer.then((answer) => {
      const took = steady() - begun;
      const goodFor = (typeof cacheTime === "number" ? cacheTime : cacheTime(answer, took)) - took;
      if (end() && goodFor > 0) cached.set(key, answer, goodFor);
    }, end);
    return request;
  };

  return async (key, signal, ask, { fresh = false } = {}) => {
    signal.throwIfAborted();
    const known = fresh || pending.has(key) ? undefined : cached.get(key);
    if (known !== undefined) return known;
    const request = (fresh ? undefined : pending.get(key)) ?? begin(key, ask);
    request.waiterCount += 1;
    try {
      return await unlessAborted(request.answer, signal);
    } finally {
      request.waiterCount -= 1;
      // A newer request may have taken its place, so it isn't always the pending one.
      if (request.waiterCount === 0 && signal.aborted) {
        if (pending.get(key) === request) pending.delete(key);
        request.abortController.abort(signal.reason);
      }
    }
  };
};
