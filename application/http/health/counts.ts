import type { Store } from "express-rate-limit";

/** Addresses that are kept in mind, some 3 MB; beyond them the one that began first is forgotten, as its minute ends first. */
const mostAddresses = 20_000;

/**
 * Counts per address, each from its first request for `windowMs`, in memory that many addresses cannot fill. By the machine's
 * progress, not by its clock: one that is set back would shut everybody out for as long.
 */
export const createCounts = (
  windowMs: number,
  { most = mostAddresses, now = () => performance.now() }: { most?: number; now?: () => number } = {},
): Store & { size(): number } => {
  /** In the order in which they end. */
  const counts = new Map<string, { hits: number; endsAt: number }>();
  const forgetEnded = (): void => {
    for (const [key, { endsAt }] of counts) {
      if (endsAt > now() && counts.size <= most) return;
      counts.delete(key);
    }
  };
  const told = ({ hits, endsAt }: { hits: number; endsAt: number }) => ({
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
      return told(count);
    },
    get(key) {
      forgetEnded();
      const count = counts.get(key);
      return count && told(count);
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
