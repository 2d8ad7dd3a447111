import type { Store } from "express-rate-limit";

/** Most addresses, some 3 MB. Beyond it the one whose window ends first is dropped. */
const maxAddresses = 20_000;

/**
 * Counts hits per address for `windowMs` from its first request, in bounded memory. Monotonic, as a clock set back
 * would lock everybody out.
 */
export const createRateLimitStore = (
  windowMs: number,
  { most: maxEntries = maxAddresses, now = () => performance.now() }: { most?: number; now?: () => number } = {},
): Store & { size(): number } => {
  /** Hits by address, ordered by end of window. */
  const counts = new Map<string, { hits: number; endsAt: number }>();
  const forgetEnded = (): void => {
    for (const [key, { endsAt }] of counts) {
      if (endsAt > now() && counts.size <= maxEntries) return;
      counts.delete(key);
    }
  };
  const toRateLimitInfo = ({ hits, endsAt }: { hits: number; endsAt: number }) => ({
    totalHits: hits,
    resetTime: new Date(Date.now() + endsAt - now()),
  });
  return {
    localKeys: true,
    increment(key) {
      forgetEnded();
      const count = counts.get(key) ?? { hits: 0, endsAt: now() + windowMs };
      count.hits += 1;
      counts.set(key, count);
      return toRateLimitInfo(count);
    },
    get(key) {
      forgetEnded();
      const count = counts.get(key);
      return count && toRateLimitInfo(count);
    },
    decrement(key) {
      const count = counts.get(key);
      if (count && count.hits > 0) count.hits -= 1;
    },
    resetKey(key) {
      counts.delete(key);
    },
    size: () => counts.size,
  };
};
