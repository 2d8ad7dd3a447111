import { afterEach, describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import type { Mongo } from "#infra/mongodb/client.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createStoreTime } from "#infra/mongodb/store-time.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createClosing, mongoUrl } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const system = createSystemClock();
/** A machine whose clock is set wrong. */
const machine = (aheadMs: number) => ({
  wall: () => new Date(system.wall().getTime() + aheadMs),
  steady: () => system.steady(),
});

describe.skipIf(mongoUrl() === undefined)("Machines whose clocks differ by 40 s", () => {
  const given = async () => {
    const url = mongoUrl() ?? "";
    const ahead = machine(40_000);
    const first: Mongo = await open.mongo(url, { clock: ahead });
    const second = await open.mongo(url, { database: first.db.databaseName, clock: machine(0) });
    return { ahead, first, second };
  };

  it("have the same time in a shared store", async () => {
    const { first, second } = await given();
    expect(Math.abs((await first.time.now()) - (await second.time.now()))).toBeLessThan(1_000);
  });

  it("agree on the expiry of an entry: no lease is taken too early or kept too long", async () => {
    const { ahead, first, second } = await given();
    const [mine, theirs] = [await createMongoStateStore(first), await createMongoStateStore(second)];
    await mine.put("lease", "held", { ifVersion: 0, expiresAt: new Date(ahead.wall().getTime() + 20_000) });
    expect(await theirs.get("lease")).toBeDefined();
    await mine.put("past", "held", { expiresAt: new Date(ahead.wall().getTime() - 20_000) });
    expect(await theirs.get("past")).toBeUndefined();
  });
});

describe("The store's time", () => {
  const given = () => {
    const clock = createFakeClock("2026-01-01T00:00:00Z");
    const store = { at: new Date("2026-03-01T00:00:00Z").getTime(), asked: 0 };
    const time = createStoreTime(clock, async () => {
      store.asked += 1;
      return new Date(store.at);
    });
    /** Everybody's time goes on. */
    const pass = (ms: number) => {
      clock.advance(ms);
      store.at += ms;
    };
    return { clock, store, time, pass };
  };

  it("follows the steady clock, and is measured again when the machine's clock is set", async () => {
    const { clock, store, time, pass } = given();
    expect(await time.now()).toBe(store.at);
    pass(30_000);
    expect(await time.now()).toBe(store.at);
    expect(store.asked).toBe(1);
    clock.jump(3_600_000);
    expect(await time.now()).toBe(store.at);
    expect(store.asked).toBe(2);
    expect(await time.fromLocal(new Date(clock.wall().getTime() + 5_000))).toBe(store.at + 5_000);
  });

  it("is measured once a minute, because another server may become the leader", async () => {
    const { store, time, pass } = given();
    await time.now();
    pass(61_000);
    store.at += 7_000;
    expect(await time.now()).toBe(store.at);
  });

  it("is measured again after a failure", async () => {
    const clock = createFakeClock();
    let isDown = true;
    const time = createStoreTime(clock, async () => {
      if (isDown) throw new Error("down");
      return new Date(5);
    });
    await expect(time.now()).rejects.toThrow("down");
    isDown = false;
    expect(await time.now()).toBe(5);
  });
});
