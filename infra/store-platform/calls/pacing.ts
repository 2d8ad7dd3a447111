import type { Tools } from "../options.ts";
import type { CostReport } from "./classify-response.ts";

export type Pacing = {
  /** Waits until the shop's bucket should have the points. */
  waitForBudget(shop: string, cost: number, signal?: AbortSignal): Promise<void>;
  recordCost(shop: string, cost: CostReport): void;
};

const longestWait = 60_000;
/** Shortest wait reported as throttling, like the platform's own, ms. */
const throttledFromMs = 1_000;

/**
 * Creates pacing, which avoids requests that would be THROTTLED. It is only an estimate: other processes use the same
 * bucket.
 */
export const createPacing = (tools: Pick<Tools, "clock" | "sleep" | "onThrottled">): Pacing => {
  type Bucket = NonNullable<CostReport["bucket"]> & { at: number };
  const buckets = new Map<string, Bucket>();
  const refilled = (bucket: Bucket): Bucket => {
    const at = tools.clock.steady();
    const restored = ((at - bucket.at) / 1000) * bucket.restoreRate;
    return { ...bucket, at, available: Math.min(bucket.maximum, bucket.available + restored) };
  };
  return {
    waitForBudget: async (shop, cost, signal) => {
      const known = buckets.get(shop);
      if (!known || known.restoreRate <= 0) return;
      const bucket = refilled(known);
      const missing = Math.min(cost, bucket.maximum) - bucket.available;
      // Two exports of one shop must not count on the same points.
      buckets.set(shop, { ...bucket, available: bucket.available - cost });
      if (missing <= 0) return;
      const ms = Math.min(longestWait, Math.ceil((missing / bucket.restoreRate) * 1000));
      if (ms >= throttledFromMs) tools.onThrottled(shop, "its points are used up");
      try {
        await tools.sleep(ms, signal);
      } catch (error) {
        // Otherwise others would wait for nothing.
        const now = buckets.get(shop);
        if (now) buckets.set(shop, { ...now, available: Math.min(now.maximum, now.available + cost) });
        throw error;
      }
    },
    recordCost: (shop, cost) => {
      if (cost.bucket) buckets.set(shop, { ...cost.bucket, at: tools.clock.steady() });
    },
  };
};
