import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMongoStateStore } from "#infra/mongodb/state/state-store.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { inMongo } from "#tests/engines/mongodb/support.ts";
import { engines, inFolder, inMemory, type Opened } from "./support/adapters.ts";

let clock = createFakeClock();

const embedded = () => [
  inMemory<StateStore>(() => createMemoryStateStore(clock)),
  inFolder<StateStore>(
    "sqlite",
    (folder) => createSqliteStateStore(openStateDatabase(join(folder, "state.db")), clock),
    (store) => store.close(),
  ),
];
const distributed = () => inMongo<StateStore>(createMongoStateStore, () => clock);
const adapters = engines === "distributed" ? distributed() : embedded();

describe.each(adapters)("The state store ($name)", (adapter) => {
  let opened: Opened<StateStore>;
  let store: StateStore;
  beforeEach(async () => {
    clock = createFakeClock();
    opened = await adapter.open();
    store = opened.port;
  });
  afterEach(() => opened.close());
  const inMs = (ms: number): Date => new Date(clock.wall().getTime() + ms);
  const keysOf = (entries: readonly { key: string }[]): string[] => entries.map((entry) => entry.key);

  it("keeps a value under its key, even after a restart", async () => {
    const value = { list: [1, "two", null, { deep: true }], text: "𝄞 ü" };
    const version = await store.put("a", value);
    store = await opened.reopen();
    expect(await store.get("a")).toEqual({ key: "a", value, version });
    expect(await store.get("b")).toBeUndefined();
  });

  it("keeps the stored value, unaffected by later changes to the object", async () => {
    const value = { list: [1] };
    await store.put("a", value);
    value.list.push(2);
    expect((await store.get("a"))?.value).toEqual({ list: [1] });
  });

  it("gives each put of a key its own version, above 0", async () => {
    const versions = [await store.put("a", 1), await store.put("a", 2), await store.put("a", 2)];
    expect(new Set(versions).size).toBe(3);
    for (const version of versions) expect(Number.isSafeInteger(version) && version > 0).toBe(true);
    expect((await store.get("a"))?.version).toBe(versions[2]);
  });

  it("assigns no version twice in many puts", async () => {
    const versions: number[] = [];
    for (let n = 0; n < 150; n += 1) versions.push(await store.put("a", n, { durable: "soon" }));
    expect(new Set(versions).size).toBe(150);
  });

  describe("a lease kept as an entry", () => {
    const take = () => store.put("lease", "held", { ifVersion: 0, expiresAt: inMs(1_000) });

    it("is not released late by its first holder after it was released and taken by another", async () => {
      const first = await take();
      await store.delete("lease", { ifVersion: first });
      const second = await take();
      await expect(store.delete("lease", { ifVersion: first })).rejects.toBeInstanceOf(StateConflict);
      await expect(store.put("lease", "mine", { ifVersion: first })).rejects.toBeInstanceOf(StateConflict);
      expect(await store.get("lease")).toEqual({ key: "lease", value: "held", version: second });
    });

    it("is not released late by its first holder after it expired and was taken by another", async () => {
      const first = await take();
      clock.advance(1_000);
      const second = await take();
      await expect(store.delete("lease", { ifVersion: first })).rejects.toBeInstanceOf(StateConflict);
      expect(await store.get("lease")).toEqual({ key: "lease", value: "held", version: second });
    });

    it("is not released late by its first holder after it expired and was removed", async () => {
      const first = await take();
      clock.advance(120_000);
      await store.put("another", 1);
      await take();
      await expect(store.delete("lease", { ifVersion: first })).rejects.toBeInstanceOf(StateConflict);
    });
  });

  it("writes only at the version read", async () => {
    const seen = await store.put("a", "first", { ifVersion: 0 });
    await expect(store.put("a", "again", { ifVersion: 0 })).rejects.toBeInstanceOf(StateConflict);
    await store.put("a", "second", { ifVersion: seen });
    await expect(store.put("a", "late", { ifVersion: seen })).rejects.toBeInstanceOf(StateConflict);
    await expect(store.put("b", "absent", { ifVersion: seen })).rejects.toBeInstanceOf(StateConflict);
    expect((await store.get("a"))?.value).toBe("second");
  });

  it("accepts one of 20 writers per version", async () => {
    const writers = Array.from({ length: 20 }, (_, n) => store.put("a", n, { ifVersion: 0 }));
    const outcomes = await Promise.allSettled(writers);
    const won = outcomes.findIndex((outcome) => outcome.status === "fulfilled");
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect((await store.get("a"))?.value).toBe(won);
  });

  it("settles each of many simultaneous puts independently of the others", async () => {
    const keys = Array.from({ length: 60 }, (_, n) => `k-${n}`);
    const isWrong = (n: number) => n % 3 === 0;
    const puts = keys.map((key, n) => store.put(key, n, { ifVersion: isWrong(n) ? 1 : 0, index: { many: "yes" } }));
    const outcomes = await Promise.allSettled(puts);
    expect(outcomes.map(({ status }) => status)).toEqual(keys.map((_, n) => (isWrong(n) ? "rejected" : "fulfilled")));
    const kept = keysOf(await store.find("many", "yes"));
    expect(kept).toEqual(keys.filter((_, n) => !isWrong(n)).sort());
  });

  it("deletes, only at the given version if there is one", async () => {
    const [before, now] = [await store.put("a", 1), await store.put("a", 2)];
    await expect(store.delete("a", { ifVersion: before })).rejects.toBeInstanceOf(StateConflict);
    expect(await store.delete("a", { ifVersion: now })).toBe(true);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.delete("a")).toBe(false);
    await store.put("a", 3, { ifVersion: 0 });
    expect((await store.get("a"))?.value).toBe(3);
  });

  it("treats an expired entry as missing in every call", async () => {
    const expired = await store.put("a", 1, { expiresAt: inMs(1_000), index: { shop: "aurora" } });
    clock.advance(999);
    expect(await store.get("a")).toBeDefined();
    clock.advance(1);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.find("shop", "aurora")).toEqual([]);
    await expect(store.put("a", 2, { ifVersion: expired })).rejects.toBeInstanceOf(StateConflict);
    await store.put("a", 3, { ifVersion: 0 });
    expect((await store.get("a"))?.value).toBe(3);
    expect(await store.find("shop", "aurora")).toEqual([]);
  });

  it("deletes an expired entry as a missing one", async () => {
    await store.put("a", 1, { expiresAt: inMs(10) });
    clock.advance(10);
    expect(await store.delete("a")).toBe(false);
  });

  it("expires by wall time, regardless of business time", async () => {
    await store.put("a", 1, { expiresAt: inMs(10) });
    clock.advanceWall(10);
    expect(await store.get("a")).toBeUndefined();
  });

  it("removes the expiry if a value is put without one", async () => {
    await store.put("a", 1, { expiresAt: inMs(10) });
    await store.put("a", 2);
    clock.advance(10);
    expect((await store.get("a"))?.value).toBe(2);
  });

  it("still works after expired entries were removed", async () => {
    for (let n = 0; n < 5; n += 1) await store.put(`old-${n}`, n, { expiresAt: inMs(10), index: { kind: "old" } });
    clock.advance(120_000);
    await store.put("new", 1, { index: { kind: "old" } });
    expect(keysOf(await store.find("kind", "old"))).toEqual(["new"]);
    await store.put("old-1", 1, { ifVersion: 0 });
    expect((await store.get("old-1"))?.value).toBe(1);
  });

  it("finds entries by an index field, ordered by key, up to a limit", async () => {
    for (const key of ["c", "a", "b"]) await store.put(key, key, { index: { shop: "aurora", kind: key } });
    await store.put("d", "d", { index: { shop: "borealis" } });
    expect(keysOf(await store.find("shop", "aurora"))).toEqual(["a", "b", "c"]);
    expect(keysOf(await store.find("shop", "aurora", 2))).toEqual(["a", "b"]);
    expect(await store.find("kind", "b")).toMatchObject([{ key: "b", value: "b" }]);
    expect(await store.find("shop", "nimbus")).toEqual([]);
  });

  it("replaces the index fields, and keeps them if none are given", async () => {
    await store.put("a", 1, { index: { shop: "aurora" } });
    await store.put("a", 2);
    expect(keysOf(await store.find("shop", "aurora"))).toEqual(["a"]);
    await store.put("a", 3, { index: { shop: "borealis" } });
    expect(await store.find("shop", "aurora")).toEqual([]);
    expect(keysOf(await store.find("shop", "borealis"))).toEqual(["a"]);
    await store.delete("a");
    expect(await store.find("shop", "borealis")).toEqual([]);
  });

  it("refuses a value over 8 MB", async () => {
    await expect(store.put("a", "é".repeat(4_000_001))).rejects.toThrow(RangeError);
    expect(await store.get("a")).toBeUndefined();
  });
});
