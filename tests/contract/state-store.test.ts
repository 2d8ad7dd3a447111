import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StateConflict, type StateStore } from "#infra/ports/state-store.ts";
import { openStateDatabase } from "#infra/sqlite/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state-store.ts";
import { inFolder, inMemory, type Opened } from "./support/adapters.ts";

let clock = createFakeClock();

const adapters = [
  inMemory<StateStore>(() => createMemoryStateStore(clock)),
  inFolder<StateStore>(
    "sqlite",
    (folder) => createSqliteStateStore(openStateDatabase(join(folder, "state.db")), clock),
    (store) => store.close(),
  ),
];

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

  it("keeps a value under its key, over a restart", async () => {
    const value = { list: [1, "two", null, { deep: true }], text: "𝄞 ü" };
    expect(await store.put("a", value)).toBe(1);
    store = await opened.reopen();
    expect(await store.get("a")).toEqual({ key: "a", value, version: 1 });
    expect(await store.get("b")).toBeUndefined();
  });

  it("keeps what was put, not what its owner makes of it later", async () => {
    const value = { list: [1] };
    await store.put("a", value);
    value.list.push(2);
    expect((await store.get("a"))?.value).toEqual({ list: [1] });
  });

  it("counts versions from 1", async () => {
    expect([await store.put("a", 1), await store.put("a", 2), await store.put("b", 1)]).toEqual([1, 2, 1]);
    expect((await store.get("a"))?.version).toBe(2);
  });

  it("writes only at the version that was seen", async () => {
    await store.put("a", "first", { ifVersion: 0 });
    await expect(store.put("a", "again", { ifVersion: 0 })).rejects.toBeInstanceOf(StateConflict);
    await store.put("a", "second", { ifVersion: 1 });
    await expect(store.put("a", "late", { ifVersion: 1 })).rejects.toBeInstanceOf(StateConflict);
    await expect(store.put("b", "absent", { ifVersion: 1 })).rejects.toBeInstanceOf(StateConflict);
    expect((await store.get("a"))?.value).toBe("second");
  });

  it("lets one of 20 writers win a version", async () => {
    const writers = Array.from({ length: 20 }, (_, n) => store.put("a", n, { ifVersion: 0 }));
    const outcomes = await Promise.allSettled(writers);
    const won = outcomes.findIndex((outcome) => outcome.status === "fulfilled");
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect((await store.get("a"))?.value).toBe(won);
  });

  it("deletes, at the version that was seen if one is given", async () => {
    await store.put("a", 1);
    await expect(store.delete("a", { ifVersion: 2 })).rejects.toBeInstanceOf(StateConflict);
    expect(await store.delete("a", { ifVersion: 1 })).toBe(true);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.delete("a")).toBe(false);
    expect(await store.put("a", 2, { ifVersion: 0 })).toBe(1);
  });

  it("reads an expired entry as absent, in every way", async () => {
    await store.put("a", 1, { expiresAt: inMs(1_000), index: { shop: "aurora" } });
    clock.advance(999);
    expect(await store.get("a")).toBeDefined();
    clock.advance(1);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.find("shop", "aurora")).toEqual([]);
    await expect(store.put("a", 2, { ifVersion: 1 })).rejects.toBeInstanceOf(StateConflict);
    expect(await store.put("a", 3, { ifVersion: 0 })).toBe(1);
    expect(await store.find("shop", "aurora")).toEqual([]);
  });

  it("deletes an expired entry without taking it for a living one", async () => {
    await store.put("a", 1, { expiresAt: inMs(10) });
    clock.advance(10);
    expect(await store.delete("a")).toBe(false);
  });

  it("expires by wall time, whatever time the business goes by", async () => {
    await store.put("a", 1, { expiresAt: inMs(10) });
    clock.advanceWall(10);
    expect(await store.get("a")).toBeUndefined();
  });

  it("forgets an old expiry when a value is put without one", async () => {
    await store.put("a", 1, { expiresAt: inMs(10) });
    await store.put("a", 2);
    clock.advance(10);
    expect((await store.get("a"))?.value).toBe(2);
  });

  it("still works after expired entries were cleared away", async () => {
    for (let n = 0; n < 5; n += 1) await store.put(`old-${n}`, n, { expiresAt: inMs(10), index: { kind: "old" } });
    clock.advance(120_000);
    await store.put("new", 1, { index: { kind: "old" } });
    expect(keysOf(await store.find("kind", "old"))).toEqual(["new"]);
    expect(await store.put("old-1", 1, { ifVersion: 0 })).toBe(1);
  });

  it("finds entries by an index field, ordered by key, no more than asked for", async () => {
    for (const key of ["c", "a", "b"]) await store.put(key, key, { index: { shop: "aurora", kind: key } });
    await store.put("d", "d", { index: { shop: "borealis" } });
    expect(keysOf(await store.find("shop", "aurora"))).toEqual(["a", "b", "c"]);
    expect(keysOf(await store.find("shop", "aurora", 2))).toEqual(["a", "b"]);
    expect(await store.find("kind", "b")).toEqual([{ key: "b", value: "b", version: 1 }]);
    expect(await store.find("shop", "nimbus")).toEqual([]);
  });

  it("replaces the index names by new ones and leaves them without", async () => {
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
