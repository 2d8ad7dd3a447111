import type { Tools } from "../options.ts";
import type { CostReport } from "./classify-response.ts";

export type Pacing = {
  /** Waits until the shop's bucket should have the points. */
  waitForBudget(shop: string, cost: number, signal?: AbortSignal): Promise<void>;
  /** Takes over a response's report of the bucket. */
  recordCost(shop: string, cost: CostReport): void;
};

const longestWait = 60_000;
/** Waits from this length on, ms, are reported as throttling, like the platform's own. */
const throttledFromMs = 1_000;

/**
 * Avoids requests that the platform would answer with THROTTLED. Only an estimate: other processes use the same bucket,
 * and the platform decides. Holds one small entry per shop.
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
      // Taken at once, so that two exports of one shop don't count on the same points.
      buckets.set(shop, { ...bucket, available: bucket.available - cost });
      if (missing <= 0) return;
      const ms = Math.min(longestWait, Math.ceil((missing / bucket.restoreRate) * 1000));
      if (ms >= throttledFromMs) tools.onThrottled(shop, "its points are used up");
      try {
        await tools.sleep(ms, signal);
      } catch (error) {
        // Aborted before the request: return the points, or others would wait for nothing.
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
