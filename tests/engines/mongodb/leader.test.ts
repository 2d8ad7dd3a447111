import { Timestamp } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { createMongoFileStore } from "#infra/mongodb/files/file-store.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { publish } from "./file-store-support.ts";
import { notPrimary, unconfirmed } from "./set.ts";
import { createClosing, standIn } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const given = async (options = "") => {
  const set = await open.set();
  const mongo = await open.mongo(set.url + options, {
    timeouts: { connect: 10_000, call: 8_000, try: 2_000, write: 1_000 },
  });
  return { set, mongo, store: await createMongoStateStore(mongo) };
};
const at = (n: number): string => String(n).padStart(20, "0");

describe.skipIf(!standIn.isAvailable)("In a replica set of several MongoDBs", () => {
  it("current reads are linearizable with a time limit", async () => {
    const { set, store } = await given();
    await store.put("a", 1, { index: { shop: "aurora" } });
    set.leader().clear();
    await store.get("a");
    await store.find("shop", "aurora");
    const [get, before, find] = set.leader().commandsNamed("find");
    const linearizable = { readConcern: { level: "linearizable" }, maxTimeMS: 1_000 };
    expect([get, before]).toMatchObject([linearizable, linearizable]);
    expect(find).toMatchObject({ readConcern: { level: "majority" }, sort: { _id: 1 }, maxTimeMS: 1_000 });
  });

  it("writes ask for confirmation by a majority, journaled, with a time limit", async () => {
    const { set, store } = await given();
    await store.put("a", 1);
    expect(set.leader().commandsNamed("update").at(-1)).toMatchObject({
      writeConcern: { w: "majority", j: true, wtimeout: 1_000 },
    });
  });

  it("writes are journaled and reads use majority, whatever the URL says", async () => {
    const { set, mongo, store } = await given("&journal=false&readConcernLevel=local");
    await store.put("a", 1, { index: { shop: "aurora" } });
    await store.find("shop", "aurora");
    await createMongoReadStore(mongo).get("exports", "a");
    expect(set.leader().commandsNamed("update").at(-1)).toMatchObject({ writeConcern: { w: "majority", j: true } });
    expect(set.leader().commandsNamed("find").slice(-2)).toMatchObject([
      { readConcern: { level: "majority" } },
      { readConcern: { level: "majority" } },
    ]);
  });

  it("a new leader is followed, and nothing is written twice", async () => {
    const { set, store } = await given();
    const first = await store.put("a", "before");
    const old = set.leader();
    set.elect();
    const second = await store.put("a", "after", { ifVersion: first });
    expect(await store.get("a")).toEqual({ key: "a", value: "after", version: second });
    expect(set.leader()).not.toBe(old);
    expect(set.leader().commandsNamed("update").length).toBeGreaterThan(0);
  });

  it.each([
    [94, "NotYetInitialized"],
    [211, "KeyNotFound"],
    [276, "IndexBuildAborted"],
  ])("a refusal by a new set or a new leader is temporary (%i %s)", async (code, codeName) => {
    const { set, store } = await given();
    const version = await store.put("a", 1);
    void set.leader().next("find", { refused: { ok: 0, errmsg: "not now", code, codeName } });
    expect(await store.get("a")).toEqual({ key: "a", value: 1, version });
  });

  it("a set without a leader is reported as busy, in time and with a message", async () => {
    const { set, store } = await given();
    for (const proxy of set.proxies) proxy.always(() => ({ refused: notPrimary }));
    const begun = performance.now();
    await expect(store.put("a", 1)).rejects.toThrow(StoreBusy);
    expect(performance.now() - begun).toBeLessThan(10_000);
    await expect(store.get("a")).rejects.toThrow(
      /^MongoDB at 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ does not answer \(.*\)\. Try again/,
    );
  });

  it("a write not confirmed by a majority in time is checked and found", async () => {
    const { set, store } = await given();
    void set.leader().next("update", { amended: unconfirmed });
    const version = await store.put("a", "mine", { ifVersion: 0 });
    expect(await store.get("a")).toEqual({ key: "a", value: "mine", version });
    expect(set.leader().commandsNamed("update").length).toBeGreaterThan(1);
  });

  it("unconfirmed changes of read models are repeated", async () => {
    const { set, mongo } = await given();
    const store = createMongoReadStore(mongo);
    void set.leader().next("update", { amended: unconfirmed });
    await store.apply([
      { collection: "exports", kind: "put", id: "a", document: { n: 1 }, position: at(1) },
      { collection: "exports", kind: "put", id: "b", document: { n: 2 }, position: at(2) },
    ]);
    void set.leader().next("update", { amended: unconfirmed });
    const checkpoint = { storeId: "s", position: at(2), eventId: "e" };
    expect(await store.writeCheckpoint("exports", checkpoint)).toBe(true);
    expect(await store.count("exports")).toBe(2);
  });

  it("a file is looked up with a linearizable read before it is deleted", async () => {
    const { set, mongo } = await given();
    const files = await createMongoFileStore(mongo);
    await publish(files, "a.csv", Buffer.from("a"));
    set.leader().clear();
    expect(await files.delete("a.csv")).toBe(true);
    expect(set.leader().commandsNamed("find")[0]).toMatchObject({ readConcern: { level: "linearizable" } });
  });

  it("a write that is never confirmed is reported as busy, in time", async () => {
    const { set, store } = await given();
    set.leader().always(({ name }) => (name === "update" ? { amended: unconfirmed } : undefined));
    const begun = performance.now();
    await expect(store.put("a", 1)).rejects.toThrow(StoreBusy);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it("time advances for readers of read models, whichever member they read", async () => {
    const { set, mongo } = await given();
    const store = createMongoReadStore(mongo);
    await store.apply([{ collection: "exports", kind: "put", id: "a", document: { n: 1 }, position: at(1) }]);
    set.leader().clear();
    await store.get("exports", "a");
    await store.get("exports", "a");
    const [first, second] = set
      .leader()
      .commandsNamed("find")
      .map(({ readConcern }) => readConcern.afterClusterTime);
    expect(second.greaterThan(first)).toBe(true);
  });

  it("a register is read linearizably, and advances the time for later reads", async () => {
    const { set, mongo } = await given();
    const store = createMongoReadStore(mongo);
    await store.writeRegister("live", { n: 1 }, { ifVersion: 0 });
    set.leader().clear();
    await store.readRegister("live");
    await store.get("exports", "a");
    const [register, document] = set
      .leader()
      .commandsNamed("find")
      .map(({ readConcern }) => readConcern);
    expect(register).toEqual({ level: "linearizable" });
    expect(document).toEqual({ level: "majority", afterClusterTime: expect.anything() });
  });

  it("a register read again after a refusal is read linearizably, without a cluster time", async () => {
    const { set, mongo } = await given();
    const store = createMongoReadStore(mongo);
    await store.writeRegister("live", { n: 1 }, { ifVersion: 0 });
    const leader = set.leader();
    leader.clear();
    void leader.next("find", { refused: { ...notPrimary, operationTime: new Timestamp({ t: 900, i: 1 }) } });
    expect((await store.readRegister("live"))?.value).toEqual({ n: 1 });
    await store.get("exports", "a");
    expect(leader.commandsNamed("find").map(({ readConcern }) => readConcern)).toEqual([
      { level: "linearizable" },
      { level: "linearizable" },
      { level: "majority", afterClusterTime: new Timestamp({ t: 900, i: 1 }) },
    ]);
  });

  it("only read models are read from a follower if the URL says so, but not by their writer", async () => {
    const { set, mongo, store: state } = await given("&readPreference=secondary");
    const store = createMongoReadStore(mongo);
    const name = "exports@1";
    const checkpoint = { storeId: "s", position: at(1), eventId: "e" };
    await store.writeCheckpoint(name, checkpoint, { fence: 1 });
    await store.apply([{ collection: "exports", kind: "put", id: "a", document: { n: 1 }, position: at(1) }], {
      fence: 1,
      following: { name, position: at(1) },
    });
    await state.put("a", 1);
    await state.get("a");
    await store.readRegister("live");
    expect(set.follower().commands).toEqual([]);
    expect((await store.get("exports", "a"))?.document).toEqual({ n: 1 });
    expect(await store.readCheckpoint(name)).toEqual(checkpoint);
    expect(set.follower().commandsNamed("find")).toMatchObject([
      { readConcern: { level: "majority", afterClusterTime: expect.anything() } },
      { readConcern: { level: "majority", afterClusterTime: expect.anything() } },
    ]);
  });
});
