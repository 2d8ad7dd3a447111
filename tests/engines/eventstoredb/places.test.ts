import { afterEach, describe, expect, it } from "vitest";
import { progressStream } from "#infra/eventstoredb/log-progress.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import { anEvent, idsOf, someEvents } from "#tests/contract/support/events.ts";
import { createEventLog, type EventLog } from "./log.ts";
import { brief, createClosing, isNew } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const patience = { ...brief, read: 20_000 };
/** A note at each look. */
const often = { timeouts: patience, categories: ["shop", "export"], linked: ["shop"], progressEveryBytes: 1 };

const theirs = (log: EventLog, count: number, stream = "other") => {
  const event = {
    type: "Theirs",
    contentType: "application/json",
    data: Buffer.from("{}"),
    metadata: new Uint8Array(),
  };
  log.append(
    stream,
    Array.from({ length: count }, () => ({ ...event, id: crypto.randomUUID() })),
    "any",
  );
};

/** Counts the events that the server looked through since the last call. */
const readCounter = (log: EventLog) => {
  let before = log.passed();
  return () => {
    const passed = log.passed() - before;
    before = log.passed();
    return passed;
  };
};

describe("The position up to which the log was scanned", () => {
  it("is where a starting process begins, despite many events of others", async () => {
    const server = await open.server();
    const store = await open.store(server.url, often);
    await store.appendToStream("shop-1", someEvents(3), isNew);
    await store.appendToStream("export-1", [anEvent()], isNew);
    theirs(server.log, 5_000);
    const head = await store.headPosition();
    expect(head).toBe((await store.readStream("export-1")).at(-1)?.position);
    const passed = readCounter(server.log);
    const fresh = await open.store(server.url, often);
    expect(await fresh.headPosition()).toBe(head);
    expect(idsOf(await fresh.readCategory("shop", { limit: 100 }))).toHaveLength(3);
    expect(passed()).toBeLessThan(500);
  });

  it("is where a follower continues if it has received everything before it", async () => {
    const server = await open.server();
    const store = await open.store(server.url, often);
    const { position } = await store.appendToStream("export-1", [anEvent()], isNew);
    theirs(server.log, 5_000);
    await store.headPosition();
    const fresh = await open.store(server.url, often);
    const passed = readCounter(server.log);
    const heard: string[] = [];
    const stop = new AbortController();
    const following = fresh.follow(
      { after: position },
      async (events) => void heard.push(...idsOf(events)),
      stop.signal,
    );
    const next = anEvent();
    await store.appendToStream("export-1", [next], { expectedVersion: 0 });
    await expect.poll(() => heard).toEqual([next.id]);
    expect(passed()).toBeLessThan(500);
    stop.abort();
    await following;
  });

  it("advances and is stored even if there is no time to reach the end", async () => {
    const server = await open.server();
    const store = await open.store(server.url, often);
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const events = someEvents(100);
      await store.appendToStream(`shop-${n}`, events, isNew);
      ids.push(...idsOf(events));
    }
    theirs(server.log, 100);
    // No look sees the whole log in its first patience. A busy machine needs a longer one to begin at all.
    server.passOverSlowly(20);
    const noted = () => server.log.stream(progressStream)?.length ?? 0;
    let head: Position | undefined;
    let isGrown = false;
    for (let read = 300; head === undefined; read = isGrown ? read : read * 2) {
      const before = noted();
      const hurried = await open.store(server.url, { ...often, timeouts: { ...brief, read } });
      head = await hurried.headPosition().catch((error: unknown) => {
        if (error instanceof StoreBusy) return undefined;
        throw error;
      });
      isGrown ||= head === undefined && noted() > before;
    }
    server.passOverSlowly(0);
    expect(isGrown).toBe(true);
    expect(server.log.stream(progressStream)?.length).toBeGreaterThan(ids.length);
    const fresh = await open.store(server.url, often);
    expect(idsOf(await fresh.readCategory("shop", { limit: 5_000 }))).toEqual(ids);
  });

  it("is never past events that are still being read", async () => {
    const server = await open.server({ log: createEventLog({ ownEvents: 0 }) });
    const store = await open.store(server.url, often);
    const text = "x".repeat(100_000);
    for (let n = 0; n < 12; n += 1)
      await store.appendToStream(
        `shop-${n}`,
        Array.from({ length: 8 }, () => anEvent({ data: { text } })),
        isNew,
      );
    theirs(server.log, 50);
    const [last] = (await store.readStream("shop-11")).slice(-1);
    const fresh = await open.store(server.url, often);
    server.behave({ slow: 200 });
    expect(await fresh.headPosition()).toBe(last?.position);
    expect(await fresh.readCategory("shop", { limit: 1_000 })).toHaveLength(96);
  });

  it("is dropped after an older copy of the log was restored", async () => {
    const server = await open.server({ log: createEventLog({ ownEvents: 0 }) });
    const { log } = server;
    const store = await open.store(server.url, often);
    await store.appendToStream("shop-1", someEvents(2), isNew);
    const kept = log.records.length;
    const { position } = (await store.readStream("shop-1")).at(-1) ?? {};
    await store.appendToStream("shop-1", someEvents(2), { expectedVersion: 1 });
    theirs(log, 100);
    await store.headPosition();
    log.putBack(kept);
    theirs(log, 50);
    expect(await store.headPosition()).toBe(position);
    expect(await store.readCategory("shop", { limit: 100 })).toHaveLength(2);
  });

  it("is not used by a follower after an older copy was restored", async () => {
    const server = await open.server({ log: createEventLog({ ownEvents: 0 }) });
    const { log } = server;
    const store = await open.store(server.url, often);
    const first = anEvent();
    await store.appendToStream("export-1", [first], isNew);
    const kept = log.records.length;
    const passed = readCounter(log);
    const heard: string[] = [];
    const stop = new AbortController();
    const following = store.follow({}, async (batch) => void heard.push(...idsOf(batch)), stop.signal);
    await expect.poll(() => heard).toEqual([first.id]);
    theirs(log, 5_000);
    await expect.poll(passed).toBe(0);
    log.putBack(kept);
    const next = anEvent();
    await store.appendToStream("export-1", [next], { expectedVersion: 0 });
    server.dropSubscriptions();
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([first.id, next.id]);
    stop.abort();
    await following;
  });

  it("is the same for processes that scan at the same time", async () => {
    const server = await open.server();
    const stores = await Promise.all([1, 2, 3].map(() => open.store(server.url, often)));
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const [store] = stores;
      const event = anEvent();
      await store?.appendToStream(`shop-${n}`, [event], isNew);
      ids.push(event.id);
      theirs(server.log, 40);
      const heads = await Promise.all(stores.map((one) => one.headPosition()));
      expect(new Set(heads).size).toBe(1);
    }
    for (const store of [...stores, await open.store(server.url, often)])
      expect(idsOf(await store.readCategory("shop", { limit: 100 }))).toEqual(ids);
  });
});

describe("A category read through links", () => {
  const given = async () => {
    const server = await open.server();
    const store = await open.store(server.url, often);
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const events = someEvents(2);
      await store.appendToStream(`shop-${n}`, events, isNew);
      await store.appendToStream(`export-${n}`, someEvents(2), isNew);
      ids.push(...idsOf(events));
    }
    await store.readCategory("shop", { limit: 1 });
    return { server, store, ids };
  };
  const readPages = async (store: Awaited<ReturnType<typeof open.store>>, limit: number) => {
    const read: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await store.readCategory("shop", { limit, ...(after === undefined ? {} : { after }) });
      read.push(...idsOf(page));
      after = page.at(-1)?.position;
      if (after === undefined) return read;
    }
  };

  it("is read in pages, including newer events", async () => {
    const { server, store, ids } = await given();
    const fresh = await open.store(server.url, { ...often, progressEveryBytes: 1_000_000 });
    const late = anEvent();
    await store.appendToStream("shop-late", [late], isNew);
    for (const limit of [1, 7, 1_000]) expect(await readPages(fresh, limit)).toEqual([...ids, late.id]);
    const [first] = await fresh.readCategory("shop", { limit: 1 });
    const all = await fresh.readAll({ limit: 1_000 });
    expect(first?.position).toBe(all.find(({ id }) => id === ids[0])?.position);
  });

  it("includes an event of a truncated stream as long as it is in the log", async () => {
    const { server, ids } = await given();
    server.log.limit("shop-3", { $tb: 1 });
    const fresh = await open.store(server.url, often);
    expect(await readPages(fresh, 1_000)).toEqual(ids);
    const passed = readCounter(server.log);
    expect(await readPages(fresh, 1_000)).toEqual(ids);
    expect(passed()).toBeLessThan(250);
  });

  it("is read again after an older copy of the log was restored", async () => {
    const server = await open.server({ log: createEventLog({ ownEvents: 0 }) });
    const store = await open.store(server.url, often);
    await store.appendToStream("shop-1", someEvents(2), isNew);
    const kept = server.log.records.length;
    await store.appendToStream("shop-2", someEvents(20), isNew);
    expect(await readPages(store, 1)).toHaveLength(22);
    server.log.putBack(kept);
    const events = [1, 2, 3].map(() => anEvent({ data: { text: "x".repeat(100_000) } }));
    await store.appendToStream("shop-3", events, isNew);
    const [, second] = await store.readStream("shop-3");
    const options = { limit: 100, ...(second && { after: second.position }) };
    expect(idsOf(await store.readCategory("shop", options))).toEqual(idsOf(events.slice(2)));
  });

  it("is read from the log, and linked again, if the links were truncated", async () => {
    const { server, ids } = await given();
    server.log.limit(progressStream, { $tb: 5 });
    const fresh = await open.store(server.url, often);
    expect(await readPages(fresh, 1_000)).toEqual(ids);
    expect(await readPages(fresh, 1_000)).toEqual(ids);
    const passed = readCounter(server.log);
    expect(await readPages(await open.store(server.url, often), 1_000)).toEqual(ids);
    expect(passed()).toBeLessThan(250);
  });
});

it("A stream of a category that isn't linked is refused, because nobody would read it", async () => {
  const server = await open.server();
  const store = await open.store(server.url, often);
  await expect(store.appendToStream("report-1", [anEvent()], isNew)).rejects.toThrow(RangeError);
  expect(await store.readAll({ limit: 1 })).toEqual([]);
});

it("Events of other programs aren't sent to a follower's process", async () => {
  const server = await open.server();
  const store = await open.store(server.url, often);
  theirs(server.log, 300);
  const event = anEvent();
  await store.appendToStream("shop-1", [event], isNew);
  const sent = server.log.sent();
  const heard: string[] = [];
  const stop = new AbortController();
  const following = store.follow({}, async (events) => void heard.push(...idsOf(events)), stop.signal);
  await expect.poll(() => heard).toEqual([event.id]);
  expect(server.log.sent() - sent).toBe(1);
  stop.abort();
  await following;
});
