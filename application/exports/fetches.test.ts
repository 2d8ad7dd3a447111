import { describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { addFetch, type FetchEntry, forgetFetches, readFetches, recordFetch } from "./fetches.ts";

const at = (time: string): Date => new Date(`2026-11-20T${time}:00.000Z`);

describe("the recorded fetches of a file", () => {
  it("have the first and last time per hour and kind of link", async () => {
    const state = createMemoryStateStore(createFakeClock("2026-11-20T10:00:00.000Z"));
    for (const [way, time] of [
      ["link", "10:00"],
      ["public", "10:05"],
      ["link", "10:59"],
      ["link", "11:00"],
    ] as const)
      await recordFetch(state, "e1", way, at(time));
    expect(await readFetches(state, "e1")).toEqual([
      { from: at("10:00").toISOString(), to: at("10:59").toISOString(), way: "link" },
      { from: at("10:05").toISOString(), to: at("10:05").toISOString(), way: "public" },
      { from: at("11:00").toISOString(), to: at("11:00").toISOString(), way: "link" },
    ]);
    expect(await readFetches(state, "e2")).toEqual([]);
    await forgetFetches(state, "e1");
    expect(await readFetches(state, "e1")).toEqual([]);
  });

  it("are written at most once a minute, however often a public link is fetched", () => {
    const known = addFetch([], "public", at("10:00")) ?? [];
    expect(addFetch(known, "public", new Date("2026-11-20T10:00:59.000Z"))).toBeUndefined();
    expect(addFetch(known, "public", at("10:01"))).toHaveLength(1);
  });

  it("start a new entry if the clock was set back", () => {
    const known = addFetch([], "link", at("10:00")) ?? [];
    expect(addFetch(known, "link", at("08:00"))).toHaveLength(2);
  });

  it("are limited in number, and keep the time of the first", () => {
    let known: readonly FetchEntry[] = [];
    for (let hour = 0; hour < 1_010; hour += 1)
      known = addFetch(known, "public", new Date(Date.UTC(2026, 0, 1, hour))) ?? known;
    expect(known).toHaveLength(1_000);
    expect(known[0]?.from).toBe("2026-01-01T00:00:00.000Z");
  });

  it("include both of two fetches that two processes record at the same time", async () => {
    const state = createMemoryStateStore(createFakeClock("2026-11-20T10:00:00.000Z"));
    await Promise.all([recordFetch(state, "e1", "link", at("10:00")), recordFetch(state, "e1", "public", at("10:00"))]);
    expect((await readFetches(state, "e1")).map(({ way }) => way).sort()).toEqual(["link", "public"]);
  });
});
