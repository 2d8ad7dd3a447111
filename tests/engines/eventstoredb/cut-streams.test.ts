import { afterEach, describe, expect, it } from "vitest";
import { storeIdStream } from "#infra/eventstoredb/store-id.ts";
import { StoreDamaged, StreamDamaged } from "#infra/ports/store-errors.ts";
import { WrongExpectedVersion } from "#infra/ports/stores/event-store.ts";
import { anEvent, idsOf, someEvents } from "#tests/contract/support/events.ts";
import { createEventLog } from "./log.ts";
import { createClosing, isNew } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

/** Two streams of five events. */
const given = async () => {
  const server = await open.server({ log: createEventLog({ ownEvents: 0 }) });
  const store = await open.store(server.url);
  const events = someEvents(5);
  await store.appendToStream("shop-1", events, isNew);
  await store.appendToStream("shop-2", someEvents(5), isNew);
  /** Another process, which knows nothing yet. */
  const other = await open.store(server.url);
  return { log: server.log, url: server.url, store, other, events };
};

describe("A stream with removed events is damaged", () => {
  it.each([
    ["by $tb", { $tb: 2 }],
    ["by $maxCount", { $maxCount: 3 }],
    ["entirely", { $tb: 5 }],
  ])("%s", async (_how, limits) => {
    const { log, other } = await given();
    log.limit("shop-1", limits);
    await expect(other.readStream("shop-1")).rejects.toThrow(StreamDamaged);
    await expect(other.readStream("shop-1")).rejects.toThrow(/Take these out of its metadata/);
  });

  it("if it was deleted, and can't be started again", async () => {
    const { log, other } = await given();
    log.delete("shop-1");
    const count = log.records.length;
    await expect(other.readStream("shop-1")).rejects.toThrow(/it was deleted/);
    await expect(other.readStream("shop-1", { fromVersion: 5 })).rejects.toThrow(/it was deleted/);
    await expect(other.appendToStream("shop-1", [anEvent()], isNew)).rejects.toThrow(StreamDamaged);
    expect(log.records.length).toBe(count);
  });

  it("if an append gets an unexpected version", async () => {
    const { log, other } = await given();
    log.delete("shop-1", { isUnseen: true });
    const appending = other.appendToStream("shop-1", [anEvent()], isNew);
    await expect(appending).rejects.toThrow(/an append stands at 5 instead of 0/);
  });

  it("if it was permanently deleted", async () => {
    const { log, other } = await given();
    log.tombstone("shop-1");
    await expect(other.readStream("shop-1")).rejects.toThrow(StreamDamaged);
    await expect(other.appendToStream("shop-1", [anEvent()], { expectedVersion: 4 })).rejects.toThrow(StreamDamaged);
  });

  it("if it lacks an event whose existence this process has learned", async () => {
    const { log, other } = await given();
    log.limit("shop-1", { $tb: 5 });
    const late = other.appendToStream("shop-1", [anEvent()], { expectedVersion: 1 });
    await expect(late).rejects.toThrow(WrongExpectedVersion);
    await expect(other.readStream("shop-1", { fromVersion: 2 })).rejects.toThrow(StreamDamaged);
  });

  it("while others are intact, and its events remain in the log", async () => {
    const { log, other, events } = await given();
    log.limit("shop-1", { $tb: 2 });
    log.tombstone("shop-3");
    expect(await other.readStream("shop-2")).toHaveLength(5);
    await other.appendToStream("shop-2", [anEvent()], { expectedVersion: 4 });
    await other.appendToStream("shop-4", [anEvent()], isNew);
    expect(idsOf(await other.readAll({ limit: 5 }))).toEqual(idsOf(events));
  });
});

it("Reading past the end of a stream, or a stream that never existed, isn't damage", async () => {
  const { log, other, events } = await given();
  expect(await other.readStream("shop-1", { fromVersion: 5 })).toEqual([]);
  expect(await other.readStream("shop-9")).toEqual([]);
  expect(await other.readStream("shop-9", { fromVersion: 3 })).toEqual([]);
  log.limit("shop-1", { $tb: 2 });
  expect(idsOf(await other.readStream("shop-1", { fromVersion: 2 }))).toEqual(idsOf(events.slice(2)));
});

it("A server whose store-id stream was deleted isn't mistaken for a new one", async () => {
  const { log, url } = await given();
  log.delete(storeIdStream);
  await expect(open.store(url)).rejects.toThrow(StoreDamaged);
  expect(log.stream(storeIdStream)).toHaveLength(1);
});
