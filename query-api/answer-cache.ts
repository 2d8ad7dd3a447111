import { LRUCache } from "lru-cache";

/** Limit of cached answers; the oldest go first. */
export type CacheLimit<Answer> = { weigh(answer: Answer): number; atMost: number };

/**
 * Keeps answers for `goodFor` ms, and within a total weight. Removes them even if no one asks, as personal data must
 * not stay in memory. `steady`: ms.
 */
export const createAnswerCache = <Answer extends {}>(
  steady: () => number,
  { weigh, atMost }: CacheLimit<Answer>,
): { get(key: string): Answer | undefined; set(key: string, answer: Answer, goodFor: number): void } => {
  const cache = new LRUCache<string, Answer>({
    maxSize: atMost,
    sizeCalculation: (answer) => Math.max(1, weigh(answer)),
    ttl: 1,
    ttlAutopurge: true,
    ttlResolution: 0,
    // It takes a start of 0 for none.
    perf: { now: () => steady() + 1 },
  });
  return {
    // Use keeps no answer longer.
    get: (key) => cache.peek(key),
    // It gives an answer until it is older than this.
    set: (key, answer, goodFor) => void cache.set(key, answer, { ttl: Math.max(goodFor - 0.5, 0.1) }),
  };
};
