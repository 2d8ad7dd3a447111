import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { createMembers } from "./members.ts";
import { sharePartitions } from "./share-partitions.ts";

const units = Array.from({ length: 44 }, (_, n) => ({ name: `unit ${n}` }));

describe("projection processes", () => {
  let readStore: ReadStore;
  let ending: AbortController;
  let done: Promise<unknown>[];
  beforeEach(() => {
    readStore = createMemoryReadStore();
    ending = new AbortController();
    done = [];
  });
  afterEach(async () => {
    ending.abort();
    await Promise.all(done);
  });

  /** `alive`: false simulates a hanging process, which renews and stops nothing. */
  const start = (
    id: string,
    { versions = "all@1", store = readStore }: { versions?: string; store?: ReadStore } = {},
  ) => {
    const own = new AbortController();
    const at = new Set<string>();
    let alive = true;
    const members = createMembers({ readStore: store, id, versions, lease: { length: 150, every: 5 } });
    const ended = sharePartitions({
      units,
      id,
      members: { ...members, renew: () => (alive ? members.renew() : new Promise(() => undefined)) },
      run: async ({ name }, signal) => {
        at.add(name);
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
        at.delete(name);
      },
      onShare: () => undefined,
      every: 5,
      signal: AbortSignal.any([ending.signal, own.signal]),
    });
    return {
      at,
      ended,
      stop: async () => {
        own.abort();
        await ended;
      },
      hang: () => {
        alive = false;
      },
    };
  };
  const sizes = (...processes: { at: Set<string> }[]) => processes.map(({ at }) => at.size);

  it("share all partitions evenly, none run twice, whenever one starts or stops", async () => {
    const first = start("a");
    await expect.poll(() => sizes(first)).toEqual([44]);
    const second = start("b");
    await expect.poll(() => sizes(first, second)).toEqual([22, 22]);
    const third = start("c");
    await expect.poll(() => sizes(first, second, third).toSorted()).toEqual([14, 15, 15]);
    expect(new Set([...first.at, ...second.at, ...third.at]).size).toBe(44);
    await second.stop();
    await expect.poll(() => sizes(first, third)).toEqual([22, 22]);
    done.push(first.ended, third.ended);
  });

  it("take over from one that hangs", async () => {
    const [first, second] = [start("a"), start("b")];
    await expect.poll(() => sizes(first, second)).toEqual([22, 22]);
    second.hang();
    await expect.poll(() => sizes(first)).toEqual([44]);
    done.push(first.ended);
  });

  it("share only with those of the same version", async () => {
    const [old, one, two] = [start("a"), start("b", { versions: "all@2" }), start("c", { versions: "all@2" })];
    await expect.poll(() => sizes(old, one, two)).toEqual([44, 22, 22]);
    done.push(old.ended, one.ended, two.ended);
  });

  it("keep their partitions while the store is unavailable", async () => {
    let isAway = false;
    const store: ReadStore = {
      ...readStore,
      readRegister: async (name) => {
        if (isAway) throw new StoreBusy("It does not answer.");
        return readStore.readRegister(name);
      },
    };
    const [first, second] = [start("a", { store }), start("b", { store })];
    await expect.poll(() => sizes(first, second)).toEqual([22, 22]);
    isAway = true;
    let renewals = 0;
    const counted = createMembers({ readStore, id: "c", versions: "other" });
    while (renewals < 20) renewals += (await counted.renew()).length;
    expect(sizes(first, second)).toEqual([22, 22]);
    isAway = false;
    await first.stop();
    await expect.poll(() => sizes(second)).toEqual([44]);
    done.push(second.ended);
  });

  it("end with the reason if one partition can't continue", async () => {
    const members = createMembers({ readStore, id: "a", versions: "all@1" });
    const ended = sharePartitions({
      units,
      id: "a",
      members,
      run: async ({ name }, signal) => {
        if (name === "unit 3") throw new Error("It is of another history.");
        await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      },
      onShare: () => undefined,
      every: 5,
      signal: ending.signal,
    });
    await expect(ended).rejects.toThrow("It is of another history.");
    expect((await readStore.readRegister("projection-members"))?.value).toEqual({ members: [] });
  });
});
