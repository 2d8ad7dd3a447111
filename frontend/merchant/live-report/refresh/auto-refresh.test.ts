import { describe, expect, it } from "vitest";
import { dueIn, keepAutoRefresh, readAutoRefresh, refreshEvery } from "./auto-refresh.ts";

const minute = 60_000;

describe("auto-refresh", () => {
  it("is due five minutes after the orders were gathered, not after the response", () => {
    expect(dueIn({ gatheredAt: 0, answeredAt: 30_000, failedAt: 0 }, minute)).toBe(4 * minute);
    expect(dueIn({ gatheredAt: 0, answeredAt: 30_000, failedAt: 0 }, 5 * minute)).toBe(0);
  });

  it("is due at once if it was missed, and five minutes after a failed one", () => {
    expect(dueIn({ gatheredAt: 0, answeredAt: 0, failedAt: 0 }, 60 * minute)).toBe(0);
    expect(dueIn({ gatheredAt: 0, answeredAt: 0, failedAt: 5 * minute }, 6 * minute)).toBe(4 * minute);
  });

  it("waits at most five minutes, and doesn't loop, if the server's clock differs", () => {
    expect(dueIn({ gatheredAt: 60 * minute, answeredAt: 0, failedAt: 0 }, 0)).toBe(refreshEvery);
    expect(dueIn({ gatheredAt: 0, answeredAt: 60 * minute, failedAt: 0 }, 60 * minute)).toBe(4 * minute);
  });

  it("is stored for each report", () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    keepAutoRefresh(storage, "a", true);
    expect([readAutoRefresh(storage, "a"), readAutoRefresh(storage, "b")]).toEqual([true, false]);
    keepAutoRefresh(storage, "a", false);
    expect([readAutoRefresh(storage, "a"), kept.size]).toEqual([false, 0]);
  });
});
