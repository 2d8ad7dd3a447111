import { afterEach, describe, expect, it } from "vitest";
import { StoreBusy, StreamDamaged } from "#infra/ports/store-errors.ts";
import { AppendUnsettled, type EventStore, WrongExpectedVersion } from "#infra/ports/stores/event-store.ts";
import { anEvent, idsOf, someEvents } from "#tests/contract/support/events.ts";
import { brief, createClosing, isNew, urlOf } from "./support.ts";
import { refusals } from "./wire.ts";

const open = createClosing();
afterEach(() => open.closeAll());

const outcome = (appending: ReturnType<EventStore["appendToStream"]>) => appending.catch((error: unknown) => error);
const count = (list: readonly string[], what: string): number => list.filter((one) => one === what).length;

describe("An append to EventStoreDB", () => {
  it("is found and stored once if its connection dies before the response", async () => {
    const server = await open.server();
    const proxy = await open.proxy(server);
    const store = await open.store(urlOf(proxy));
    const lost = server.loseNextAnswer("silence");
    const events = someEvents(3);
    const appending = store.appendToStream("a", events, isNew);
    await lost;
    proxy.cut();
    const result = await appending;
    const read = await store.readStream("a");
    expect(idsOf(read)).toEqual(idsOf(events));
    expect(result).toEqual({ version: 2, position: read.at(-1)?.position });
    expect(await store.appendToStream("a", events, isNew)).toEqual(result);
  });

  it.each([
    ["never arrives", "silence"],
    ["is that the server shuts down", refusals.cancelled],
    ["is that the server is not ready", refusals.notReady],
    ["is a time-out", refusals.tooSlow],
  ] as const)("is found and stored once if it was written and the response %s", async (_what, answer) => {
    const server = await open.server();
    const store = await open.store(server.url, { timeouts: { ...brief, look: 5_000 } });
    await store.appendToStream("a", [anEvent()], isNew);
    void server.loseNextAnswer(answer);
    const events = someEvents(2);
    const result = await store.appendToStream("a", events, { expectedVersion: 0 });
    const read = await store.readStream("a", { fromVersion: 1 });
    expect(idsOf(read)).toEqual(idsOf(events));
    expect(result).toEqual({ version: 2, position: read.at(-1)?.position });
  });

  it("is reported as unsettled by a silent server, and stored once when repeated", async () => {
    const server = await open.server();
    const store = await open.store(server.url, { timeouts: brief });
    server.behave("silent");
    const events = someEvents(2);
    const error = await outcome(store.appendToStream("a", events, isNew));
    expect(error).toBeInstanceOf(AppendUnsettled);
    server.behave("well");
    expect(await store.appendToStream("a", events, isNew)).toMatchObject({ version: 1 });
    expect(idsOf(await store.readStream("a"))).toEqual(idsOf(events));
  });

  it("is stored once if it arrives after the timeout, and its repeat returns the position", async () => {
    const server = await open.server();
    const proxy = await open.proxy(server);
    const store = await open.store(urlOf(proxy), { timeouts: brief });
    const events = someEvents(2);
    await proxy.set({ kind: "silent" });
    expect(await outcome(store.appendToStream("a", events, isNew))).toBeInstanceOf(AppendUnsettled);
    await proxy.set({ kind: "none" });
    const result = await store.appendToStream("a", events, isNew);
    expect(result.version).toBe(1);
    expect(await store.appendToStream("a", events, isNew)).toEqual(result);
    expect(idsOf(await store.readStream("a"))).toEqual(idsOf(events));
  });

  it("is a conflict if its response was lost and another append took its position", async () => {
    const server = await open.server();
    const proxy = await open.proxy(server);
    const [mine, others] = [await open.store(urlOf(proxy)), await open.store(server.url)];
    await proxy.set({ kind: "silent" });
    const appending = outcome(mine.appendToStream("a", [anEvent()], isNew));
    const theirs = anEvent();
    await others.appendToStream("a", [theirs], isNew);
    await proxy.set({ kind: "none" });
    proxy.cut();
    expect(await appending).toMatchObject({ name: "WrongExpectedVersion", actual: 0 });
    expect(idsOf(await mine.readStream("a"))).toEqual([theirs.id]);
  });

  it("is unaffected by errors on another server's connection", async () => {
    const [good, bad] = [await open.server(), await open.server()];
    const proxy = await open.proxy(bad);
    const [store, broken] = [await open.store(good.url), await open.store(urlOf(proxy), { timeouts: brief })];
    good.behave({ slow: 300 });
    bad.behave("silent");
    const events = someEvents(20);
    const appending = events.map((event, n) => store.appendToStream(`s-${n}`, [event], isNew));
    const failing = events.map((event, n) => outcome(broken.appendToStream(`s-${n}`, [event], isNew)));
    await proxy.set({ kind: "refused" });
    const results = await Promise.all(appending);
    expect(results.map(({ version }) => version)).toEqual(events.map(() => 0));
    for (const error of await Promise.all(failing)) expect(error).toBeInstanceOf(AppendUnsettled);
    // Each was one call of its own, and none came twice.
    expect([count(good.seen, "append"), count(good.seen, "batchAppend")]).toEqual([events.length + 1, 0]);
  });

  it("is accepted from only one of two racing writers per version", async () => {
    const server = await open.server();
    const proxy = await open.proxy(server);
    const writers = [await open.store(server.url), await open.store(urlOf(proxy))];
    const won = await Promise.all(
      writers.map(async (store) => {
        const mine: string[] = [];
        for (;;) {
          const last = (await store.readStream("a")).at(-1);
          if (last && last.version >= 30) return mine;
          const event = anEvent();
          const expectedVersion = last ? last.version : "no-stream";
          const result = await outcome(store.appendToStream("a", [event], { expectedVersion }));
          if (result instanceof WrongExpectedVersion) continue;
          expect(result).toMatchObject({ version: (last?.version ?? -1) + 1 });
          mine.push(event.id);
          if (mine.length % 5 === 0) proxy.cut();
        }
      }),
    );
    const stream = await (await open.store(server.url)).readStream("a");
    expect(stream.map(({ version }) => version)).toEqual(stream.map((_, n) => n));
    expect([...idsOf(stream)].sort()).toEqual(won.flat().sort());
  });
});

describe("An append during a change of leader", () => {
  const cluster = async () => {
    const first = await open.server();
    const second = await open.server({ log: first.log });
    const [one, two] = [first, second].map(({ port }) => ({ host: "127.0.0.1", port }));
    if (!one || !two) throw new Error("There are two nodes.");
    const lead = (node: typeof one | "none") => {
      for (const server of [first, second]) server.lead(node);
    };
    return { first, second, one, two, lead };
  };

  it("goes to the new leader that the old one names", async () => {
    const { first, second, two, lead } = await cluster();
    const store = await open.store(first.url);
    await store.appendToStream("a", [anEvent()], isNew);
    lead(two);
    const event = anEvent();
    expect(await store.appendToStream("a", [event], { expectedVersion: 0 })).toMatchObject({ version: 1 });
    expect((await store.readStream("a")).at(-1)?.id).toBe(event.id);
    expect(count(second.seen, "append")).toBe(1);
  });

  it("waits while there is no leader", async () => {
    const { first, one, lead } = await cluster();
    const store = await open.store(first.url);
    lead("none");
    const appending = store.appendToStream("a", [anEvent()], isNew);
    const reading = store.readAll({ limit: 1 });
    const refused = first.seen.length;
    await expect.poll(() => first.seen.length).toBeGreaterThan(refused);
    lead(one);
    expect(await appending).toMatchObject({ version: 0 });
    await reading;
  });

  it("goes to the node that the others name after their leader died", async () => {
    const { first, second, one, two, lead } = await cluster();
    lead(one);
    const store = await open.store(`esdb://127.0.0.1:${one.port},127.0.0.1:${two.port}?tls=false`);
    await store.appendToStream("a", [anEvent()], isNew);
    lead(two);
    await first.close();
    expect(await store.appendToStream("a", [anEvent()], { expectedVersion: 0 })).toMatchObject({ version: 1 });
    expect(count(second.seen, "append")).toBe(1);
  });

  it("fails while the cluster has no node, and works again by itself once it has", async () => {
    const { first, second, one, two, lead } = await cluster();
    lead(one);
    const store = await open.store(`esdb://127.0.0.1:${one.port},127.0.0.1:${two.port}?tls=false`, {
      timeouts: { ...brief, quiet: 60_000 },
    });
    const events = someEvents(1);
    const stop = new AbortController();
    const heard: string[] = [];
    const following = store.follow({}, async (batch) => void heard.push(...idsOf(batch)), stop.signal);
    await expect.poll(() => first.subscriptions()).toBe(1);
    for (const server of [first, second]) server.behave({ refuses: refusals.notReady });
    expect(await outcome(store.appendToStream("a", events, isNew))).toBeInstanceOf(AppendUnsettled);
    const asking = expect(store.readStream("a")).rejects.toThrow(StoreBusy);
    const gossips = () => count(second.seen, "gossip");
    const before = gossips();
    await expect.poll(gossips, { interval: 10 }).toBeGreaterThan(before + 1);
    // The old connection's stream ends while a node is looked for.
    first.dropSubscriptions();
    await asking;
    // Longer than the client itself looks for one: ten times.
    await expect.poll(gossips).toBeGreaterThan(before + 15);
    for (const server of [first, second]) server.behave("well");
    await expect
      .poll(() => outcome(store.appendToStream("a", events, isNew)), { timeout: 20_000 })
      .toMatchObject({ version: 0 });
    expect(idsOf(await store.readStream("a"))).toEqual(idsOf(events));
    await expect.poll(() => heard).toEqual(idsOf(events));
    stop.abort();
    await following;
  });
});

it("A stream of ours that someone else wrote to is damaged, and the error names the server", async () => {
  const server = await open.server();
  const store = await open.store(server.url);
  await store.appendToStream("a", [anEvent()], isNew);
  const theirs = { id: crypto.randomUUID(), type: "Theirs", contentType: "application/json" };
  server.log.append("a", [{ ...theirs, data: Buffer.from("{}"), metadata: new Uint8Array() }], 0);
  await expect(store.readStream("a")).rejects.toThrow(StreamDamaged);
  await expect(store.readStream("a")).rejects.toThrow(/Event 1 of the stream a in EventStoreDB at 127\.0\.0\.1/);
});
