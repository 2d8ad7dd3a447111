import { afterEach, describe, expect, it } from "vitest";
import { eventStoreTimeouts } from "#infra/eventstoredb/event-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { anEvent, idsOf, readEverything, someEvents } from "#tests/contract/support/events.ts";
import { brief, createClosing, isNew, urlOf } from "./support.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const questions: [string, (store: EventStore) => Promise<unknown>][] = [
  ["a stream", (store) => store.readStream("a")],
  ["all events", (store) => store.readAll({ limit: 1 })],
  ["a category", (store) => store.readCategory("a", { limit: 1 })],
  ["the newest position", (store) => store.headPosition()],
  ["the event at a position", (store) => store.findEventId(`${"0".repeat(20)}-${"0".repeat(20)}`)],
];

describe("A query to EventStoreDB", () => {
  it.each(questions)("for %s fails as busy if the server doesn't respond", async (_what, ask) => {
    const server = await open.server();
    const store = await open.store(server.url, { timeouts: brief });
    server.behave("silent");
    await expect(ask(store)).rejects.toThrow(StoreBusy);
    await expect(ask(store)).rejects.toThrow(/EventStoreDB at 127\.0\.0\.1:\d+ does not answer/);
    server.behave("well");
    await ask(store);
  });

  it.each(questions)("for %s is repeated automatically if the connection breaks", async (_what, ask) => {
    const server = await open.server();
    const proxy = await open.proxy(server);
    const store = await open.store(urlOf(proxy));
    await store.appendToStream("a", [anEvent()], isNew);
    server.behave({ slow: 200 });
    const asking = ask(store);
    proxy.cut();
    server.behave("well");
    await asking;
  });
});

it("A position of another kind of store is refused, and has no event", async () => {
  const server = await open.server();
  const store = await open.store(server.url);
  await expect(store.readAll({ after: "m1-2", limit: 1 })).rejects.toThrow(/isn't a position in an EventStoreDB/);
  await expect(store.readCategory("a", { after: "12", limit: 1 })).rejects.toThrow(RangeError);
  await expect(store.follow({ after: "" }, async () => undefined, new AbortController().signal)).rejects.toThrow(
    RangeError,
  );
  expect(await store.findEventId("m1-2")).toBeUndefined();
});

it("The server's own events and those of other programs are skipped, however many there are", async () => {
  const server = await open.server();
  const store = await open.store(server.url, { timeouts: { ...brief, read: 60_000 } });
  const ours = someEvents(6);
  const theirs = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const event = { id: crypto.randomUUID(), type: "Theirs", contentType: "application/json" };
      server.log.append(`other-${n}`, [{ ...event, data: Buffer.from("{}"), metadata: new Uint8Array() }], "any");
    }
  };
  theirs(300);
  await store.appendToStream("mine-1", ours.slice(0, 3), isNew);
  theirs(2_100);
  await store.appendToStream("mine-2", ours.slice(3), isNew);
  const head = (await store.readStream("mine-2")).at(-1)?.position;
  theirs(2_100);
  expect(idsOf(await store.readAll({ limit: 100 }))).toEqual(idsOf(ours));
  expect(idsOf(await readEverything(store, 2))).toEqual(idsOf(ours));
  expect(await store.headPosition()).toBe(head);
  expect(idsOf(await store.readCategory("mine", { limit: 100 }))).toEqual(idsOf(ours));
  const heard: string[] = [];
  const stop = new AbortController();
  const following = store.follow({}, async (events) => void heard.push(...idsOf(events)), stop.signal);
  await expect.poll(() => heard).toEqual(idsOf(ours));
  stop.abort();
  await following;
});

it("A stream of 100,000 events can be written, read in pages, and followed", async () => {
  const server = await open.server();
  const store = await open.store(server.url, { timeouts: { ...eventStoreTimeouts, append: 30_000, read: 60_000 } });
  const ids: string[] = [];
  for (let version = -1; version < 99_999; version += 500) {
    const events = someEvents(500);
    await store.appendToStream("a", events, { expectedVersion: version < 0 ? "no-stream" : version });
    ids.push(...idsOf(events));
  }
  const read: string[] = [];
  for (;;) {
    const page = await store.readStream("a", { fromVersion: read.length, limit: 5_000 });
    if (page.length === 0) break;
    read.push(...idsOf(page));
  }
  expect(read.length === ids.length && read.every((id, n) => id === ids[n])).toBe(true);
  let heard = 0;
  const stop = new AbortController();
  await store.follow(
    {},
    async (events) => {
      for (const { id } of events) {
        if (id !== ids[heard]) throw new Error(`${id} came where ${ids[heard]} was due.`);
        heard += 1;
      }
      if (heard === ids.length) stop.abort();
    },
    stop.signal,
  );
  expect(heard).toBe(100_000);
});
