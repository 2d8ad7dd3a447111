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

describe("A stream whose events somebody took away is damaged", () => {
  it.each([
    ["by $tb", { $tb: 2 }],
    ["by $maxCount", { $maxCount: 3 }],
    ["all of them", { $tb: 5 }],
  ])("%s", async (_how, limits) => {
    const { log, other } = await given();
    log.limit("shop-1", limits);
    await expect(other.readStream("shop-1")).rejects.toThrow(StreamDamaged);
    await expect(other.readStream("shop-1")).rejects.toThrow(/Take these out of its metadata/);
  });

  it("when it was deleted, and takes no new beginning", async () => {
    const { log, other } = await given();
    log.delete("shop-1");
    const count = log.records.length;
    await expect(other.readStream("shop-1")).rejects.toThrow(/it was deleted/);
    await expect(other.readStream("shop-1", { fromVersion: 5 })).rejects.toThrow(/it was deleted/);
    await expect(other.appendToStream("shop-1", [anEvent()], isNew)).rejects.toThrow(StreamDamaged);
    expect(log.records.length).toBe(count);
  });

  it("when an append comes to stand elsewhere than it should", async () => {
    const { log, other } = await given();
    log.delete("shop-1", { isUnseen: true });
    const appending = other.appendToStream("shop-1", [anEvent()], isNew);
    await expect(appending).rejects.toThrow(/an append stands at 5 instead of 0/);
  });

  it("when it was deleted for good", async () => {
    const { log, other } = await given();
    log.tombstone("shop-1");
    await expect(other.readStream("shop-1")).rejects.toThrow(StreamDamaged);
    await expect(other.appendToStream("shop-1", [anEvent()], { expectedVersion: 4 })).rejects.toThrow(StreamDamaged);
  });

  it("when nothing stands where this process was told that something does", async () => {
    const { log, other } = await given();
    log.limit("shop-1", { $tb: 5 });
    const late = other.appendToStream("shop-1", [anEvent()], { expectedVersion: 1 });
    await expect(late).rejects.toThrow(WrongExpectedVersion);
    await expect(other.readStream("shop-1", { fromVersion: 2 })).rejects.toThrow(StreamDamaged);
  });

  it("while all others are whole, and its events remain in the log", async () => {
    const { log, other, events } = await given();
    log.limit("shop-1", { $tb: 2 });
    log.tombstone("shop-3");
    expect(await other.readStream("shop-2")).toHaveLength(5);
    await other.appendToStream("shop-2", [anEvent()], { expectedVersion: 4 });
    await other.appendToStream("shop-4", [anEvent()], isNew);
    expect(idsOf(await other.readAll({ limit: 5 }))).toEqual(idsOf(events));
  });
});

it("Nothing behind the end of a stream, and a stream that never existed, aren't damage", async () => {
  const { log, other, events } = await given();
  expect(await other.readStream("shop-1", { fromVersion: 5 })).toEqual([]);
  expect(await other.readStream("shop-9")).toEqual([]);
  expect(await other.readStream("shop-9", { fromVersion: 3 })).toEqual([]);
  log.limit("shop-1", { $tb: 2 });
  expect(idsOf(await other.readStream("shop-1", { fromVersion: 2 }))).toEqual(idsOf(events.slice(2)));
});

it("A server whose stream with the store's id was deleted is not taken for a new one", async () => {
  const { log, url } = await given();
  log.delete(storeIdStream);
  await expect(open.store(url)).rejects.toThrow(StoreDamaged);
  expect(log.stream(storeIdStream)).toHaveLength(1);
});
