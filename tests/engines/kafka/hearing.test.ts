import { Kafka } from "kafkajs";
import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { RecordedEvent } from "#infra/ports/event-store.ts";
import { HistoryDiffers } from "#infra/ports/history.ts";
import { until } from "#tests/support/until.ts";
import { briefBus, brokersAt, createEnding, createHistory, kafka, nameOf, newPrefix, theKafka } from "./support.ts";

const open = createEnding();
afterEach(() => open.endAll());

const streams = ["a-1", "a-2", "a-3", "b-1"];
const kinds = ["a", "b"];

const given = (host = theKafka().direct) => {
  const prefix = newPrefix();
  const direct = brokersAt(theKafka().direct, prefix);
  const publisher = open.publisher({ brokers: direct, kinds });
  const next = createHistory();
  const happen = async (count: number): Promise<RecordedEvent[]> => {
    const events = Array.from({ length: count }, () => streams.map((stream) => next(stream))).flat();
    await publisher.publish(events);
    return events;
  };
  const bus = (options = {}) => open.bus({ brokers: brokersAt(host, prefix), kinds, ...options });
  return { prefix, publisher, next, happen, bus };
};

/** What members of a group take together; `tooEarly`: events that came first before those before them were taken. */
const createTaking = () => {
  const taken = new Set<string>();
  const handed: string[] = [];
  const tooEarly: string[] = [];
  const take = async (
    events: RecordedEvent[],
    before: () => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
    const known = new Set(taken);
    for (const event of events) {
      handed.push(event.id);
      if (event.version > 0 && !known.has(nameOf({ ...event, version: event.version - 1 })))
        tooEarly.push(nameOf(event));
      known.add(nameOf(event));
    }
    await before();
    for (const event of events) taken.add(nameOf(event));
  };
  return { taken, handed, tooEarly, take };
};

describe.skipIf(!kafka)("A group that hears over Kafka", () => {
  it("shares the partitions anew in the middle of a batch, when a member comes and when one goes, and misses nothing", async () => {
    const { happen, bus } = given();
    const { taken, tooEarly, take } = createTaking();
    const release = Promise.withResolvers<void>();
    let inHand = 0;
    await happen(10);
    const first = open.member(bus(), (events) =>
      take(events, () => {
        inHand += 1;
        return release.promise;
      }),
    );
    await until("the first is at work", () => inHand > 0);
    const second = new Set<string>();
    const other = open.member(bus(), (events) =>
      take(events, async () => {
        for (const event of events) second.add(event.stream);
      }),
    );
    await happen(10);
    release.resolve();
    await until("all taken", () => taken.size === 80);
    for (let more = 20; second.size === 0; more += 1) {
      await happen(1);
      await until("taken", () => taken.size === 4 * (more + 1));
    }
    await first.stop();
    const so = taken.size;
    await happen(10);
    await until("the one that stays takes all", () => taken.size === so + 40);
    expect(tooEarly).toEqual([]);
    await other.stop();
  });

  it("keeps its place while a handler takes longer than a session lasts", async () => {
    const { happen, bus } = given();
    const { taken, handed, take } = createTaking();
    await happen(1);
    const began = performance.now();
    const slow = () => until("longer than a session", () => performance.now() - began > briefBus.session * 1.5);
    open.member(bus(), (events) => take(events, slow));
    const others = createTaking();
    open.member(bus(), others.take);
    await until("all taken", () => new Set([...taken, ...others.taken]).size === 4);
    expect(handed.length).toBe(new Set(handed).size);
    expect(handed.filter((id) => others.handed.includes(id))).toEqual([]);
  });

  it("gets again what its handler threw on, later and later, and the rest after it", async () => {
    const { happen, bus } = given();
    const { taken, tooEarly, take } = createTaking();
    await happen(3);
    const pauses: number[] = [];
    const hearing = bus({ onFault: ({ nextTryInMs }: { nextTryInMs: number }) => void pauses.push(nextTryInMs) });
    open.member(hearing, async (events) => {
      if (pauses.length < 4) throw new Error("not yet");
      await take(events);
    });
    await until("all taken", () => taken.size === 12);
    expect(pauses.length).toBe(4);
    expect(pauses[3]).toBeGreaterThan(pauses[0] ?? 0);
    expect(tooEarly).toEqual([]);
  });

  it("is told once of what stands there twice", async () => {
    const { publisher, happen, bus } = given();
    const { taken, handed, take } = createTaking();
    open.member(bus(), take);
    const events = await happen(5);
    await publisher.publish(events);
    await publisher.publish(events.slice(8));
    await happen(1);
    await until("the newest taken", () => taken.size === 24);
    expect(handed.length).toBe(24);
  });

  it("hears of a kind of stream that nobody knew before", async () => {
    const { publisher, next, happen, bus } = given();
    const { taken, take } = createTaking();
    open.member(bus(), take);
    await happen(1);
    await until("it hears", () => taken.size === 4);
    await publisher.publish([next("new-1"), next("new-1")]);
    await until("the new ones, too", () => taken.has("new-1/1"));
  });

  it("goes on where it was although Kafka has forgotten it, and begins with the first event of topics that were made anew", async () => {
    const { prefix, publisher, happen, bus } = given();
    const stateStore = createMemoryStateStore();
    const first = createTaking();
    await happen(20);
    const member = open.member(bus({ stateStore }), first.take);
    await until("all taken", () => first.taken.size === 80);
    await member.stop();
    const admin = new Kafka({ brokers: [theKafka().direct], logCreator: () => () => undefined }).admin();
    await admin.connect();
    await until(
      "the group is empty",
      async () => (await admin.describeGroups([`${prefix}g`])).groups[0]?.state === "Empty",
    );
    await admin.deleteGroups([`${prefix}g`]);
    const second = createTaking();
    const events = await happen(1);
    const again = open.member(bus({ stateStore }), second.take);
    await until("the new ones taken", () => second.taken.size === 4);
    expect(second.handed.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    await again.stop();
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    await admin.deleteTopics({ topics });
    await until("they are gone", async () => (await admin.listTopics()).every((topic) => !topic.startsWith(prefix)));
    await admin.disconnect();
    const third = createTaking();
    await publisher.publish(events).catch(() => publisher.publish(events));
    open.member(bus({ stateStore }), third.take);
    await until("all that are there", () => third.taken.size === 4);
  });

  it("passes over what somebody else wrote, and says so once", async () => {
    const { prefix, happen, bus } = given();
    const { taken, take } = createTaking();
    await happen(1);
    const producer = new Kafka({ brokers: [theKafka().direct], logCreator: () => () => undefined }).producer();
    await producer.connect();
    await producer.send({ topic: `${prefix}events.a`, messages: [{ value: "hello" }, { key: "k", value: "{}" }] });
    await producer.disconnect();
    const said: string[] = [];
    const log = { warn: (_: object, message: string) => void said.push(message), info: () => undefined };
    open.member(bus({ log }), take);
    await until("all taken", () => taken.size === 4 && said.length > 0);
    await happen(1);
    await until("the next taken", () => taken.size === 8);
    expect(said).toEqual([expect.stringMatching(/^Somebody else writes to .*events\.a in Kafka at /)]);
  });

  it("ends with a sentence where the events are of another store", async () => {
    const { happen, bus } = given();
    await happen(1);
    const { ended } = open.member(bus({ storeId: "another" }), async () => undefined);
    await expect(ended).rejects.toThrow(HistoryDiffers);
    await expect(ended).rejects.toThrow(/^The messages in Kafka at .* belong to another event store/);
  });

  it("leaves Node nothing to warn of", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => void warnings.push(warning.message);
    process.on("warning", note);
    try {
      const { happen, bus } = given();
      const { taken, take } = createTaking();
      open.member(bus(), take);
      for (let n = 1; n <= 12; n += 1) {
        await happen(1);
        await until("taken", () => taken.size === 4 * n);
      }
      expect(warnings).toEqual([]);
    } finally {
      process.off("warning", note);
    }
  });

  describe.skipIf(!kafka?.proxied)("through a connection that breaks", () => {
    it.each(["refused", "silent"] as const)(
      "where Kafka is %s for a while, says so, and then hears all, in order",
      async (kind) => {
        const proxy = await open.proxy();
        const { happen, bus } = given(proxy.host);
        const { taken, tooEarly, take } = createTaking();
        const said: string[] = [];
        const say = (_: object, message: string) => void said.push(message);
        const hearing = bus({ log: { warn: say, info: say } });
        open.member(hearing, take);
        await happen(2);
        await until("it hears", () => taken.size === 8);
        await proxy.set({ kind });
        await happen(30);
        await until("it is said", () => hearing.troubles().length > 0);
        expect(hearing.troubles()).toEqual([expect.stringMatching(/^Kafka at 127\.0\.0\.1:\d+ does not answer \(/)]);
        await proxy.set({ kind: "none" });
        await until("all taken", () => taken.size === 128, { within: 60_000 });
        expect(tooEarly).toEqual([]);
        expect(hearing.troubles()).toEqual([]);
        expect(said[0]).toMatch(/gives no events/);
        expect(said.at(-1)).toMatch(/gives events again/);
      },
    );

    it("again and again hears all, in order", async () => {
      const proxy = await open.proxy();
      const { happen, bus } = given(proxy.host);
      const { taken, tooEarly, take } = createTaking();
      open.member(bus(), take);
      for (let round = 1; round <= 8; round += 1) {
        await happen(3);
        proxy.cut();
        await until("taken", () => taken.size >= 12 * round - 6, { within: 60_000 });
      }
      await until("all taken", () => taken.size === 96, { within: 60_000 });
      expect(tooEarly).toEqual([]);
    });

    it("ends when it is to, whatever Kafka does", async () => {
      const proxy = await open.proxy();
      const { happen, bus } = given(proxy.host);
      const { taken, take } = createTaking();
      const { stop } = open.member(bus(), take);
      await happen(1);
      await until("it hears", () => taken.size === 4);
      await proxy.set({ kind: "silent" });
      await stop();
    });
  });
});
