import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CheckedStores } from "#hosting/watch-stores.ts";
import { relayName, relayPrefix } from "#infra/bus/relay-lease.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { watchTroubles } from "./watch-troubles.ts";

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
});
afterEach(() => ending.abort());

const given = ({ isRelayed = false } = {}) => {
  const world = { head: "5", seen: "5", now: 0, away: new Set<keyof CheckedStores>() };
  const stateStore = createMemoryStateStore(createFakeClock("2026-11-20T12:00:00.000Z"));
  const troubles = watchTroubles({
    eventStore: {
      headPosition: async () => {
        if (world.away.has("eventStore")) throw new StoreBusy("It does not answer.");
        return world.head;
      },
    },
    stateStore,
    readModels: { hasSeen: async (_, position) => world.seen >= position },
    names: ["filters", "exports"],
    unresponsive: () => world.away,
    isRelayed,
    signal: ending.signal,
    // Every check is long after the previous one.
    now: () => {
      world.now += 20_000;
      return world.now;
    },
  });
  const relay = (position: string) => stateStore.put(`${relayPrefix}${relayName}`, { checkpoint: { position } });
  return { world, troubles, relay };
};

describe("the current problems of a web process", () => {
  it("are none while all stores respond and all lists are up to date", async () => {
    const { world, troubles } = given();
    world.head = "6";
    world.seen = "6";
    await expect.poll(troubles).toEqual([]);
  });

  it.each<[keyof CheckedStores, string[]]>([
    ["eventStore", ["saving", "showing", "reports"]],
    ["stateStore", ["saving", "showing", "reports"]],
    ["readStore", ["showing"]],
  ])("while the %s is unavailable are %j", (store, expected) => {
    const { world, troubles } = given();
    world.away.add(store);
    expect(troubles()).toEqual(expected);
    world.away.clear();
    expect(troubles()).toEqual([]);
  });

  it("include outdated lists until these have caught up", async () => {
    const { world, troubles } = given();
    world.seen = "4";
    await expect.poll(troubles).toEqual(["newest"]);
    world.seen = "5";
    await expect.poll(troubles).toEqual([]);
  });

  it("include reports while a required relay publishes nothing", async () => {
    const { troubles, relay } = given({ isRelayed: true });
    await expect.poll(troubles).toEqual(["reports"]);
    await relay("5");
    await expect.poll(troubles).toEqual([]);
    const without = given();
    await expect.poll(without.troubles).toEqual([]);
  });
});
