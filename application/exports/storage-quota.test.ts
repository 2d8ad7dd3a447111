import { describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createStorageQuota } from "./storage-quota.ts";

const GB = 1e9;
const hour = 3_600_000;

const given = () => {
  const clock = createFakeClock("2026-11-20T12:30:00.000Z");
  const stateStore = createMemoryStateStore(clock);
  const kept = createStorageQuota(stateStore, clock, 20 * GB);
  const sentence = async (byHour = true) => (await kept.check("one", { byHour }))?.message;
  return { clock, stateStore, kept, sentence };
};

describe("a shop's report files", () => {
  it("may take 20 GB together, and the error says when the oldest expire", async () => {
    const { clock, kept, sentence } = given();
    for (let made = 0; made < 5; made += 1) {
      expect(await sentence()).toBeUndefined();
      await kept.add("one", 4 * GB);
      clock.advance(2 * hour);
    }
    expect(await sentence()).toBe(
      "Your shop's report files take up more than 20 GB, and each is kept for 7 days. Try again in 7 days, when the oldest are gone. Shorter date ranges and fewer columns make smaller files.",
    );
    clock.advance(7 * 24 * hour - 11 * hour);
    expect(await sentence()).toContain("Try again in 30 minutes, when the oldest are gone.");
    clock.advance(hour / 2);
    expect(await sentence()).toBeUndefined();
  });

  it("may take 5,000 MB within one hour", async () => {
    const { clock, kept, sentence } = given();
    await kept.add("one", 4.9 * GB);
    expect(await sentence()).toBeUndefined();
    await kept.add("one", 0.1 * GB);
    expect(await sentence()).toBe(
      "The report files your shop made within this hour take up more than 5,000 MB. Try again in 30 minutes. Shorter date ranges and fewer columns make smaller files.",
    );
    expect(await sentence(false)).toBeUndefined();
    clock.advance(hour / 2);
    expect(await sentence()).toBeUndefined();
  });

  it("count for their own shop only", async () => {
    const { kept } = given();
    await kept.add("other", 50 * GB);
    expect(await kept.check("one", { byHour: true })).toBeUndefined();
    expect(await kept.check("other", { byHour: true })).toBeDefined();
  });

  it("are all counted when several are made at the same time, and leave a small entry", async () => {
    const { clock, stateStore, kept, sentence } = given();
    await Promise.all(Array.from({ length: 20 }, () => kept.add("one", GB)));
    expect(await sentence(false)).toBeDefined();
    for (let made = 0; made < 500; made += 1) {
      await kept.add("one", 1);
      clock.advance(hour);
    }
    const [entry] = await stateStore.find("tenant", "one");
    expect(Object.keys(entry?.value as object).length).toBeLessThan(7 * 24 + 2);
  });
});
