import { afterEach, describe, expect, it } from "vitest";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createClosing, mongoUrl, timeOf } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const given = async () => {
  let passed = 0;
  const clock = {
    wall: () => new Date(1_800_000_000_000 + passed),
    steady: () => performance.now() + passed,
  };
  const mongo = await open.mongo(mongoUrl() ?? "", { clock, time: timeOf(clock) });
  const store = open.keep(await createMongoStateStore(mongo));
  const kept = async () =>
    (await mongo.db.collection("state").find().sort({ _id: 1 }).toArray()).map(({ _id }) => String(_id));
  const written = async () => JSON.stringify(await mongo.db.collection("state").find().toArray());
  const inMs = (ms: number) => new Date(clock.wall().getTime() + ms);
  const pass = (ms: number) => {
    passed += ms;
  };
  return { store, kept, written, inMs, pass };
};

describe.skipIf(mongoUrl() === undefined)("State entries in MongoDB", () => {
  it("are removed a minute after they expired or were deleted, along with the next write", async () => {
    const { store, kept, inMs, pass } = await given();
    await store.put("a-expired", 1, { expiresAt: inMs(10) });
    await store.put("b-deleted", 1);
    await store.delete("b-deleted");
    await store.put("c-stays", 1);
    await store.put("d-later", 1, { expiresAt: inMs(150_000) });
    pass(200_000);
    expect(await kept()).toEqual(["a-expired", "b-deleted", "c-stays", "d-later"]);
    await store.put("e-new", 1);
    await expect.poll(kept).toEqual(["c-stays", "d-later", "e-new"]);
  });

  it("are removed as fast as they expire: each write removes some while there are more", async () => {
    const { store, kept, inMs, pass } = await given();
    for (let n = 0; n < 450; n += 1) await store.put(`old-${n}`, 1, { expiresAt: inMs(10), ifVersion: 0 });
    pass(200_000);
    // An entry becomes invisible shortly before the server confirms its removal. A write in that moment removes
    // nothing.
    let writes = 0;
    const leftAfterWrite = async () => {
      await store.put("new", 1);
      writes += 1;
      const left = (await kept()).length - 1;
      expect(left).toBeGreaterThanOrEqual(450 - 200 * writes);
      return left;
    };
    await expect.poll(leftAfterWrite).toBe(0);
    expect(writes).toBeGreaterThanOrEqual(3);
  });

  it("are gone after a deletion, even for a process whose time is behind", async () => {
    const wall = () => new Date(1_800_000_000_000);
    const behind = () => new Date(wall().getTime() - 2_000);
    const mongo = await open.mongo(mongoUrl() ?? "", { time: timeOf({ wall }) });
    const late = await open.mongo(mongoUrl() ?? "", {
      database: mongo.db.databaseName,
      time: timeOf({ wall: behind }),
    });
    const store = open.keep(await createMongoStateStore(mongo));
    const other = open.keep(await createMongoStateStore(late));
    await store.put("a", "held", { index: { shop: "aurora" } });
    await store.delete("a");
    expect([await other.get("a"), await other.find("shop", "aurora"), await other.delete("a")]).toEqual([
      undefined,
      [],
      false,
    ]);
    await other.put("a", "mine", { ifVersion: 0 });
    expect((await store.get("a"))?.value).toBe("mine");
  });

  it("contain nothing of a deleted value", async () => {
    const { store, written } = await given();
    await store.put("a", "secret of somebody", { index: { shop: "aurora" } });
    await store.delete("a");
    for (const word of ["secret", "aurora"]) expect(await written()).not.toContain(word);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.find("shop", "aurora")).toEqual([]);
    await store.put("a", "new", { ifVersion: 0 });
    expect((await store.get("a"))?.value).toBe("new");
  });
});
