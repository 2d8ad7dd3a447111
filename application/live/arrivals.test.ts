import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { until } from "#tests/support/until.ts";
import type { ReportedOrder, WatchState } from "./arrival.ts";
import { createArrivals } from "./arrivals.ts";

const now = "2026-11-20T12:00:00.000Z";
let clock: ReturnType<typeof createFakeClock>;
let state: StateStore;
let puts: number;
let warned: string[];
beforeEach(() => {
  clock = createFakeClock(now);
  state = createMemoryStateStore(clock);
  puts = 0;
  warned = [];
});

/** A web process on the shared store. */
const webProcess = () =>
  createArrivals({
    state: {
      ...state,
      put: (...args: Parameters<StateStore["put"]>) => {
        puts += 1;
        return state.put(...args);
      },
    },
    clock,
    log: { warn: (_fields, message) => void warned.push(message) },
  });
const created = (id: string, of = now): ReportedOrder => ({ id, kind: "new", of });
const updated = (id: string, of = now): ReportedOrder => ({ id, kind: "changed", of });
const idsOf = (kept: WatchState | undefined) => kept?.arrivals.map(({ id, kind }) => `${kind} ${id}`);

describe("arriving orders", () => {
  it("cause no writes and are not kept while nobody is watching", async () => {
    const web = webProcess();
    for (let n = 1; n <= 100; n += 1) web.report("t", created(`${n}`));
    await web.flushed();
    expect(puts).toBe(0);
    expect(await web.read("t")).toBeUndefined();
  });

  it("are numbered and kept for a shop once someone is watching it", async () => {
    const web = webProcess();
    await web.watch("t");
    web.report("t", created("1"));
    web.report("t", updated("1"));
    web.report("other", created("7"));
    await web.flushed();
    expect(idsOf(await web.read("t"))).toEqual(["new 1", "changed 1"]);
    expect(await web.read("other")).toBeUndefined();
    expect(await web.lastReportedAt("t")).toBe(now);
  });

  it("count once, however often they are reported", async () => {
    const web = webProcess();
    await web.watch("t");
    for (const told of [created("1"), created("1"), updated("1", now), updated("1", "2026-11-20T11:59:00.000Z")])
      web.report("t", told);
    await web.flushed();
    web.report("t", created("1"));
    web.report("t", updated("1", "2026-11-20T12:00:01.000Z"));
    await web.flushed();
    const kept = await web.read("t");
    expect(idsOf(kept)).toEqual(["new 1", "changed 1"]);
    expect((kept?.last ?? 0) - (kept?.first ?? 0)).toBe(3);
  });

  it("arriving in large numbers cost at most two writes, and the newest 200 are kept", async () => {
    const web = webProcess();
    await web.watch("t");
    puts = 0;
    for (let n = 1; n <= 1_000; n += 1) web.report("t", created(`${n}`));
    await web.flushed();
    expect(puts).toBeLessThanOrEqual(2);
    const kept = await web.read("t");
    expect(kept?.arrivals.length).toBe(200);
    expect(kept?.arrivals.at(-1)?.id).toBe("1000");
  });

  it("are counted once as new, even if reported again after 200 others", async () => {
    const web = webProcess();
    await web.watch("t");
    web.report("t", created("1"));
    await web.flushed();
    for (let n = 1; n <= 200; n += 1) web.report("t", updated(`${1_000 + n}`));
    await web.flushed();
    web.report("t", created("1"));
    await web.flushed();
    const kept = await web.read("t");
    expect([kept?.news, kept?.last]).toEqual([1, (kept?.first ?? 0) + 201]);
  });

  it("are all counted if new, beyond those kept, and not if changed", async () => {
    const web = webProcess();
    await web.watch("t");
    for (let n = 1; n <= 3; n += 1) {
      for (let m = 1; m <= 100; m += 1) web.report("t", created(`${n}00${m}`));
      for (let m = 1; m <= 100; m += 1) web.report("t", updated(`${m}`, `2026-11-20T12:00:0${n}.000Z`));
      await web.flushed();
    }
    const kept = await web.read("t");
    expect(kept?.news).toBe(300);
    expect(kept?.arrivals.filter(({ kind }) => kind === "new").length).toBe(100);
  });

  it("in an older entry without a count are read, and counted from then on", async () => {
    const web = webProcess();
    const arrivals = [{ n: 8, ...created("1"), at: now }];
    const until = "2026-11-20T12:20:00.000Z";
    await state.put("live-arrivals:t", { until, first: 7, last: 8, arrivals }, { ifVersion: 0 });
    web.report("t", created("2"));
    await web.flushed();
    expect(await web.read("t")).toMatchObject({ first: 7, last: 9, news: 1 });
    expect(idsOf(await web.read("t"))).toEqual(["new 1", "new 2"]);
  });

  it("reach every listener in another web process, until it unsubscribes", async () => {
    const [one, other] = [webProcess(), webProcess()];
    await one.watch("t");
    const heard: string[][] = [];
    const leave = one.follow("t", (kept) => heard.push(idsOf(kept) ?? []));
    other.report("t", created("1"));
    await other.flushed();
    await until("the other process gets it", () => heard.some((ids) => ids.includes("new 1")));
    leave();
    const before = heard.length;
    other.report("t", created("2"));
    await other.flushed();
    one.report("t", created("3"));
    await one.flushed();
    expect(heard.length).toBe(before);
  });

  it("in two processes at the same time are all kept", async () => {
    const [one, other] = [webProcess(), webProcess()];
    await one.watch("t");
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        one.report("t", created(`1${n}`));
        other.report("t", created(`2${n}`));
      }),
    );
    await Promise.all([one.flushed(), other.flushed()]);
    expect((await one.read("t"))?.arrivals.length).toBe(20);
  });

  it("are removed half an hour after someone last watched", async () => {
    const web = webProcess();
    await web.watch("t");
    web.report("t", created("1"));
    await web.flushed();
    clock.advance(31 * 60_000);
    expect(await web.read("t")).toBeUndefined();
  });

  it("are logged if they can't be kept, and block nobody", async () => {
    const web = webProcess();
    await web.watch("t");
    const { put } = state;
    state.put = async () => {
      throw new Error("no room");
    };
    web.report("t", created("1"));
    await web.flushed();
    expect(warned).toEqual(["New orders could not be recorded; open live pages won't announce them."]);
    state.put = put;
    web.report("t", created("2"));
    await web.flushed();
    expect(idsOf(await web.read("t"))).toEqual(["new 2"]);
  });
});
