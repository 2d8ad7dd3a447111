import { afterEach, describe, expect, it } from "vitest";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { anEvent, idsOf, someEvents } from "#tests/contract/support/events.ts";
import { brief, createClosing, isNew, urlOf } from "./support.ts";
import { refusals } from "./wire.ts";

const open = createClosing();
let stop = new AbortController();
afterEach(async () => {
  stop.abort();
  stop = new AbortController();
  await open.closeAll();
});

/** Records the events that a follower gets. `before` runs first for every batch. */
const listen = (store: EventStore, before: () => Promise<void> = async () => undefined) => {
  const heard: string[] = [];
  const following = store.follow(
    {},
    async (events) => {
      await before();
      heard.push(...idsOf(events));
    },
    stop.signal,
  );
  return { heard, following };
};

const manyOfOthers = (count: number) =>
  Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    type: "Theirs",
    contentType: "application/json",
    data: Buffer.from("{}"),
    metadata: new Uint8Array(),
  }));

const appendOneByOne = async (store: EventStore, stream: string, count: number, each: (n: number) => void) => {
  const events = someEvents(count);
  for (const [n, event] of events.entries()) {
    await store.appendToStream(stream, [event], { expectedVersion: n === 0 ? "no-stream" : n - 1 });
    each(n);
  }
  return idsOf(events);
};

describe("A follower of EventStoreDB", () => {
  it("continues where it was, without missing events, after falling behind and being dropped", async () => {
    const server = await open.server();
    const store = await open.store(server.url);
    server.dropWhoIsBehind(50);
    const free = Promise.withResolvers<void>();
    const { heard } = listen(store, () => free.promise);
    const [first] = [anEvent()];
    await store.appendToStream("a", [first], isNew);
    await expect.poll(() => server.subscriptions()).toBe(1);
    const text = "x".repeat(20_000);
    const ids = [first.id];
    for (let n = 0; n < 300 || server.dropped() === 0; n += 1) {
      const event = anEvent({ data: { text } });
      await store.appendToStream("a", [event], { expectedVersion: n });
      ids.push(event.id);
    }
    expect(server.dropped()).toBeGreaterThan(0);
    free.resolve();
    await expect.poll(() => heard.length).toBe(ids.length);
    expect(heard).toEqual(ids);
  });

  it.each([
    ["cancels subscriptions", refusals.cancelled],
    ["drops subscriptions", refusals.tooSlow],
    ["is not ready", refusals.notReady],
  ])("receives everything in order from a server that sometimes %s", async (_what, how) => {
    const server = await open.server();
    const store = await open.store(server.url);
    const { heard } = listen(store);
    const ids = await appendOneByOne(store, "a", 60, (n) => n % 10 === 5 && server.dropSubscriptions(how));
    await expect.poll(() => heard.length).toBe(ids.length);
    expect(heard).toEqual(ids);
  });

  it("receives everything in order over a breaking connection, and appends of the same store happen once", async () => {
    const server = await open.server();
    const proxy = await open.proxy(server);
    const store = await open.store(urlOf(proxy));
    const { heard } = listen(store);
    const ids = await appendOneByOne(store, "a", 60, (n) => n % 10 === 5 && proxy.cut());
    await expect.poll(() => heard.length).toBe(ids.length);
    expect(heard).toEqual(ids);
    expect(idsOf(await store.readStream("a"))).toEqual(ids);
  });

  it("replaces a silent subscription if there are more events", async () => {
    const server = await open.server();
    const store = await open.store(server.url, { timeouts: { ...brief, read: 5_000 } });
    const { heard } = listen(store);
    const first = anEvent();
    await store.appendToStream("a", [first], isNew);
    await expect.poll(() => heard).toEqual([first.id]);
    server.mute(true);
    const second = anEvent();
    await store.appendToStream("a", [second], { expectedVersion: 0 });
    const before = server.seen.length;
    await expect.poll(() => server.seen.length).toBeGreaterThan(before);
    server.mute(false);
    await expect.poll(() => heard).toEqual([first.id, second.id]);
  });

  it("keeps a subscription that skips other programs' events for long", async () => {
    const server = await open.server();
    const warnings: string[] = [];
    const log = { warn: (_fields: object, message: string) => void warnings.push(message), info: () => undefined };
    const patience = { ...brief, quiet: 100, look: 100 };
    const store = await open.store(server.url, { log, timeouts: patience, categories: ["shop"] });
    for (let n = 0; n < 6; n += 1) server.log.append("another program's", manyOfOthers(1_000), "any");
    const event = anEvent();
    await store.appendToStream("shop-1", [event], isNew);
    server.passOverSlowly(90);
    const { heard } = listen(store);
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([event.id]);
    expect(warnings).toEqual([]);
  });

  it("logs nothing if an event arrives while a silent subscription is checked", async () => {
    const said: string[] = [];
    const say = (_fields: object, message: string) => void said.push(message);
    const server = await open.server();
    const store = await open.store(server.url, { timeouts: brief, log: { warn: say, info: say } });
    const { heard } = listen(store);
    const [first, second, third] = [anEvent(), anEvent(), anEvent()];
    await store.appendToStream("a", [first], isNew);
    await expect.poll(() => heard).toEqual([first.id]);
    server.mute(true);
    await store.appendToStream("a", [second], { expectedVersion: 0 });
    const before = server.seen.length;
    await expect.poll(() => server.seen.length, { interval: 5 }).toBeGreaterThan(before);
    server.mute(false);
    await store.appendToStream("a", [third], { expectedVersion: 1 });
    await expect.poll(() => heard).toEqual([first.id, second.id, third.id]);
    expect(said).toEqual([]);
  });

  it("logs once that a silent server delivers nothing, and once when events arrive again", async () => {
    const said: string[] = [];
    const say = (_fields: object, message: string) => void said.push(message);
    const server = await open.server();
    const store = await open.store(server.url, { timeouts: brief, log: { warn: say, info: say } });
    const event = anEvent();
    await store.appendToStream("a", [event], isNew);
    server.behave("silent");
    const { heard } = listen(store);
    const calls = server.seen.length;
    await expect.poll(() => server.seen.length).toBeGreaterThan(calls + 2);
    server.behave("well");
    await expect.poll(() => heard).toEqual([event.id]);
    await expect.poll(() => said.length).toBe(2);
    expect(said[0]).toMatch(/EventStoreDB at .* delivers no events/);
    expect(said[1]).toMatch(/delivers events again/);
  });

  it("gets large events in small batches", async () => {
    const server = await open.server();
    const store = await open.store(server.url);
    const text = "x".repeat(800_000);
    for (let n = 0; n < 20; n += 1) await store.appendToStream(`s-${n}`, [anEvent({ data: { text } })], isNew);
    const sizes: number[] = [];
    const following = store.follow({}, async (events) => void sizes.push(events.length), stop.signal);
    await expect.poll(() => sizes.reduce((sum, size) => sum + size, 0)).toBe(20);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6);
    stop.abort();
    await following;
  });
});
