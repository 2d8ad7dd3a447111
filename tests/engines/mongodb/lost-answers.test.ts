import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Mongo } from "#infra/mongodb/client.ts";
import { createMongoReadStore } from "#infra/mongodb/read-models/read-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { createMongoVault } from "#infra/mongodb/state/vault.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import type { MongoProxy } from "./mongo-proxy.ts";
import { createClosing, standIn } from "./support.ts";

const open = createClosing();
let proxy: MongoProxy;
/** Whose answers are lost, and someone else whose are not. */
let mongo: Mongo;
let others: Mongo;
beforeEach(async () => {
  proxy = await open.mongoProxy();
  mongo = await open.mongo(proxy.url);
  others = await open.mongo(`mongodb://127.0.0.1:${standIn.port}`, { database: mongo.db.databaseName });
});
afterEach(() => open.closeAll());

describe.skipIf(!standIn.isAvailable)("When a connection to MongoDB dies before the response", () => {
  /** Nothing is said of the next command of a name, which is done. */
  const loses = (name: string) => proxy.next(name, { lost: true });

  describe("a state entry", () => {
    let store: StateStore;
    let elsewhere: StateStore;
    beforeEach(async () => {
      store = await createMongoStateStore(mongo);
      elsewhere = await createMongoStateStore(others);
    });

    it.each([
      ["only if it didn't exist", { ifVersion: 0 }],
      ["whether or not it existed", {}],
      ["whether or not it existed, with index fields", { index: { shop: "aurora" } }],
    ])("has the returned version if it was put %s", async (_when, options) => {
      void loses("update");
      const version = await store.put("a", "mine", options);
      expect(await elsewhere.get("a")).toEqual({ key: "a", value: "mine", version });
      expect(proxy.commandsNamed("update").length).toBeGreaterThan(1);
    });

    it("has the returned version if it was put at a version", async () => {
      const seen = await store.put("a", "before");
      void loses("update");
      const version = await store.put("a", "mine", { ifVersion: seen });
      expect(await elsewhere.get("a")).toEqual({ key: "a", value: "mine", version });
    });

    it("counts as put, and keeps a later value of another writer", async () => {
      const seen = await store.put("a", "before");
      let goOn: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const lost = loses("update");
      const again = proxy.next("update", { held });
      const putting = store.put("a", "mine", { ifVersion: seen });
      await lost;
      await again;
      const mine = (await elsewhere.get("a"))?.version;
      const theirs = await elsewhere.put("a", "theirs", { ifVersion: mine ?? 0 });
      goOn();
      expect(await putting).toBe(mine);
      expect(await elsewhere.get("a")).toEqual({ key: "a", value: "theirs", version: theirs });
    });

    it.each([
      ["put only if it didn't exist, and then deleted", { ifVersion: 0 }, undefined],
      ["put in any case, and then put by somebody else", {}, "theirs"],
      ["put with index fields, and then put by somebody else", { index: { shop: "aurora" } }, "theirs"],
    ])("is not put again by the late first attempt if it was %s", async (_when, options, standing) => {
      if (standing) await elsewhere.put("a", "before");
      let goOn: () => void = () => undefined;
      const late = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      void proxy.next("update", { held: late });
      await store.put("a", "mine", options);
      if (standing) await elsewhere.put("a", standing);
      else await elsewhere.delete("a");
      goOn();
      await expect.poll(() => proxy.lateAnswers()).toBe(1);
      expect((await elsewhere.get("a"))?.value).toBe(standing);
    });

    it("is still a conflict if it has another version", async () => {
      const seen = await store.put("a", "before");
      await elsewhere.put("a", "theirs");
      void loses("update");
      await expect(store.put("a", "mine", { ifVersion: seen })).rejects.toThrow(StateConflict);
      expect((await elsewhere.get("a"))?.value).toBe("theirs");
    });

    it("is deleted once, by one caller", async () => {
      const version = await store.put("nonce", "once");
      void loses("update");
      expect(await store.delete("nonce", { ifVersion: version })).toBe(true);
      await expect(elsewhere.delete("nonce", { ifVersion: version })).rejects.toThrow(StateConflict);
      expect(await elsewhere.delete("nonce")).toBe(false);
    });

    it("is read again", async () => {
      const version = await store.put("a", 1);
      void loses("find");
      expect(await store.get("a")).toEqual({ key: "a", value: 1, version });
    });
  });

  describe("a value in the vault", () => {
    const key = Buffer.alloc(32, 7);

    it("is stored once, under the returned reference", async () => {
      const vault = await createMongoVault(mongo, key);
      void loses("update");
      const [ann = "", bob = ""] = await vault.putOnce(["ann", "bob"], { owner: "t1", prefix: "pv:" });
      const elsewhere = await createMongoVault(others, key);
      expect(await elsewhere.putOnce(["bob", "ann"], { owner: "t1", prefix: "pv:" })).toEqual([bob, ann]);
      expect(await elsewhere.findMatching("t1", "pv:", () => true)).toEqual([ann, bob].sort());
    });

    it("is gone after it was put and erased, and the number is returned", async () => {
      const vault = await createMongoVault(mongo, key);
      void loses("update");
      const reference = await vault.put("a", { owner: "t1" });
      await vault.putOnce(["b", "c"], { owner: "t1", prefix: "pv:" });
      expect(await vault.read(reference)).toBe("a");
      void loses("delete");
      expect(await vault.eraseOwner("t1")).toBe(3);
      expect(await vault.read(reference)).toBe(Erased);
    });
  });

  describe("a read model", () => {
    const at = (n: number): string => String(n).padStart(20, "0");

    it("gets each change once, in order", async () => {
      const store = createMongoReadStore(mongo);
      const put = (id: string, n: number) =>
        ({ collection: "exports", kind: "put", id, document: { n }, position: at(n) }) as const;
      void loses("update");
      await store.apply([put("a", 1), put("b", 2), put("a", 3)]);
      const found = await store.find("exports", {});
      expect(found.map(({ id, document }) => [id, document.n])).toEqual([
        ["a", 3],
        ["b", 2],
      ]);
    });

    it("has the written checkpoint and register, and confirms them", async () => {
      const store = createMongoReadStore(mongo);
      const checkpoint = { storeId: "s", position: at(1), eventId: "e" };
      void loses("update");
      expect(await store.writeCheckpoint("exports", checkpoint, { fence: 1 })).toBe(true);
      expect(await store.readCheckpoint("exports")).toEqual(checkpoint);
      void loses("update");
      expect(await store.writeRegister("live", { n: 1 }, { ifVersion: 0 })).toBe(true);
      void loses("update");
      expect(await store.writeRegister("live", { n: 2 }, { ifVersion: 1 })).toBe(true);
      expect(await store.writeRegister("live", { n: 9 }, { ifVersion: 1 })).toBe(false);
      expect(await store.readRegister("live")).toEqual({ version: 2, value: { n: 2 } });
    });
  });
});
