import { describe, expect, it } from "vitest";
import { createRateLimitStore } from "./rate-limit-store.ts";

const given = (most: number) => {
  const machine = { time: 1_000 };
  const counts = createRateLimitStore(60_000, { most, now: () => machine.time });
  return { machine, counts, hit: async (key: string) => (await counts.increment(key)).totalHits };
};

describe("The request count per address", () => {
  it("begins with an address's first request, and again after a minute", async () => {
    const { machine, hit } = given(10);
    expect([await hit("a"), await hit("a"), await hit("b")]).toEqual([1, 2, 1]);
    machine.time += 59_999;
    expect([await hit("a"), await hit("c")]).toEqual([3, 1]);
    machine.time += 1;
    expect([await hit("a"), await hit("b"), await hit("c")]).toEqual([1, 1, 2]);
  });

  it("is removed after a minute, even without another request from that address", async () => {
    const { machine, counts, hit } = given(10);
    for (const key of ["a", "b", "c"]) await hit(key);
    machine.time += 60_000;
    await hit("d");
    expect(counts.size()).toBe(1);
  });

  it("uses bounded memory for any number of addresses, and removes the oldest first", async () => {
    const { counts, hit } = given(100);
    for (let n = 0; n < 100_000; n++) await hit(`address ${n}`);
    expect(counts.size()).toBeLessThanOrEqual(101);
    expect([await hit("address 99999"), await hit("address 0")]).toEqual([2, 1]);
  });
});
