import { beforeEach, describe, expect, it } from "vitest";
import { createSharedReadings } from "./shared-reading.ts";

let time: number;
let begun: { resolve(answer: string): void; reject(error: Error): void; signal: AbortSignal }[];
let readings: ReturnType<typeof createSharedReadings<string>>;
beforeEach(() => {
  time = 0;
  begun = [];
  readings = createSharedReadings({
    steady: () => time,
    room: { weigh: (answer) => answer.length, atMost: 10 },
    abandonAfter: 60_000,
    maxReadingTime: 60_000,
    goodFor: 1_000,
  });
});

const get = (
  key = "k",
  {
    fresh = false,
    signal = new AbortController().signal,
    owner = "t",
  }: { fresh?: boolean; signal?: AbortSignal; owner?: string } = {},
) =>
  readings.read({
    owner,
    key,
    mustReload: fresh,
    signal,
    serves: (_answer, age) => age < 1_000,
    read: (own) =>
      new Promise((resolve, reject) => {
        begun.push({ resolve, reject, signal: own });
        own.addEventListener("abort", () => reject(own.reason));
      }),
  });
/** Lets pending promises continue. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a shared read", () => {
  it("is one for all simultaneous callers, and for later ones while it is valid", async () => {
    const all = Array.from({ length: 20 }, () => get());
    await turn();
    expect(begun.length).toBe(1);
    begun[0]?.resolve("a");
    expect(await Promise.all(all)).toEqual(Array(20).fill("a"));
    time = 999;
    expect(await get()).toBe("a");
    time = 1_000;
    const next = get();
    await turn();
    expect(begun.length).toBe(2);
    begun[1]?.resolve("b");
    expect(await next).toBe("b");
  });

  it("is one for all simultaneous callers after the last one has expired", async () => {
    const first = get();
    begun[0]?.resolve("a");
    await first;
    time = 1_000;
    const all = Array.from({ length: 20 }, () => get());
    await turn();
    expect(begun.length).toBe(2);
    for (const { resolve } of begun.slice(1)) resolve("b");
    expect(await Promise.all(all)).toEqual(Array(20).fill("b"));
  });

  it("starts after a request for fresh data, and all such requests in the meantime share it", async () => {
    const first = get();
    await turn();
    const fresh = Array.from({ length: 20 }, () => get("k", { fresh: true }));
    await turn();
    expect(begun.length).toBe(1);
    begun[0]?.resolve("old");
    expect(await first).toBe("old");
    await turn();
    expect(begun.length).toBe(2);
    begun[1]?.resolve("new");
    expect(await Promise.all(fresh)).toEqual(Array(20).fill("new"));
    expect(await get()).toBe("new");
  });

  it("continues after its caller's timeout, and the next call joins it", async () => {
    const stop = new AbortController();
    const first = get("k", { signal: stop.signal });
    stop.abort(new Error("ten seconds"));
    await expect(first).rejects.toThrow("ten seconds");
    expect(readings.isReading("k")).toBe(true);
    const again = get();
    begun[0]?.resolve("a");
    expect(await again).toBe("a");
    expect(begun.length).toBe(1);
  });

  it("is valid from its end if it took long, since disconnected callers return for it", async () => {
    const stop = new AbortController();
    const first = get("k", { signal: stop.signal });
    stop.abort(new Error("ten seconds"));
    await expect(first).rejects.toThrow("ten seconds");
    time = 90_000;
    begun[0]?.resolve("a");
    await turn();
    time = 90_999;
    expect(await get()).toBe("a");
    expect(begun.length).toBe(1);
  });

  it("is stopped if nobody returned for it and its own shop needs another", async () => {
    const stop = new AbortController();
    const left = [get("a", { signal: stop.signal }), get("b", { signal: stop.signal, owner: "other" })];
    stop.abort(new Error("gone"));
    await Promise.allSettled(left);
    time = 9_999;
    const soon = get("c");
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
    time = 10_000;
    const next = get("d");
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false]);
    begun[2]?.resolve("c");
    begun[3]?.resolve("d");
    expect(await Promise.all([soon, next])).toEqual(["c", "d"]);
  });

  it("reports its failure to all waiting callers, and is repeated by the next", async () => {
    const all = [get(), get()];
    await turn();
    begun[0]?.reject(new Error("no answer"));
    for (const one of all) await expect(one).rejects.toThrow("no answer");
    const next = get();
    await turn();
    begun[1]?.resolve("a");
    expect(await next).toBe("a");
  });

  it("evicts older results for newer ones", async () => {
    for (const [place, key] of ["x", "y", "z"].entries()) {
      const one = get(key);
      await turn();
      begun[place]?.resolve(`${key}2345`);
      await one;
    }
    await get("z");
    await get("y");
    expect(begun.length).toBe(3);
    void get("x").catch(() => undefined);
    await turn();
    expect(begun.length).toBe(4);
  });
});
