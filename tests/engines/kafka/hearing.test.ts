import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import { until } from "#tests/support/until.ts";
import { createTaking, givenGroup } from "./group.ts";
import { briefBus, brokersAt, createEnding, kafka, kafkaClient, storeOf, theKafka } from "./support.ts";

const open = createEnding();
const given = givenGroup(open);
afterEach(() => open.endAll());

describe.skipIf(!kafka)("A Kafka consumer group", () => {
  it("rebalances during a batch when a member joins or leaves, without missing events", async () => {
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
    await until("the first member is working", () => inHand > 0);
    const second = new Set<string>();
    const other = open.member(bus(), (events) =>
      take(events, async () => {
        for (const event of events) second.add(event.stream);
      }),
    );
    await happen(10);
    release.resolve();
    await until("all events are processed", () => taken.size === 80);
    for (let more = 20; second.size === 0; more += 1) {
      await happen(1);
      await until("the events are processed", () => taken.size === 4 * (more + 1));
    }
    await first.stop();
    const so = taken.size;
    await happen(10);
    await until("the remaining member processes all events", () => taken.size === so + 40);
    expect(tooEarly).toEqual([]);
    await other.stop();
  });

  it("keeps its partitions while a handler takes longer than a session", async () => {
    const { happen, bus } = given();
    const { taken, handed, take } = createTaking();
    await happen(1);
    const began = performance.now();
    const slow = () =>
      until("a session would have timed out", () => performance.now() - began > briefBus.session * 1.5);
    open.member(bus(), (events) => take(events, slow));
    const others = createTaking();
    open.member(bus(), others.take);
    await until("all events are processed", () => new Set([...taken, ...others.taken]).size === 4);
    expect(handed.length).toBe(new Set(handed).size);
    expect(handed.filter((id) => others.handed.includes(id))).toEqual([]);
  });

  it("gets events again if its handler threw, after growing pauses, and then the rest", async () => {
    const { happen, bus } = given();
    const { taken, tooEarly, take } = createTaking();
    await happen(3);
    const pauses: number[] = [];
    const hearing = bus({ onFault: ({ nextTryInMs }: { nextTryInMs: number }) => void pauses.push(nextTryInMs) });
    open.member(hearing, async (events) => {
      if (pauses.length < 4) throw new Error("not yet");
      await take(events);
    });
    await until("all events are processed", () => taken.size === 12);
    expect(pauses.length).toBe(4);
    expect(pauses[3]).toBeGreaterThan(pauses[0] ?? 0);
    expect(tooEarly).toEqual([]);
  });

  it("gets events again whose offsets couldn't be stored, and later continues after them", async () => {
    const { happen, bus } = given();
    const kept = createMemoryStateStore();
    const count = { handed: 0, refused: 0, noted: 0 };
    const put: typeof kept.put = async (...entry) => {
      if (count.refused < 3) {
        count.refused += 1;
        throw new StoreBusy("MongoDB at nowhere does not answer.");
      }
      const version = await kept.put(...entry);
      count.noted += 1;
      return version;
    };
    const faults: unknown[] = [];
    const onFault = ({ error }: { error: unknown }) => void faults.push(error);
    const first = createTaking();
    const member = open.member(bus({ stateStore: { ...kept, put }, onFault }), (some) => {
      count.handed += 1;
      return first.take(some);
    });
    await happen(1);
    await until(
      "all events are processed and their offsets stored",
      () => first.taken.size === 4 && count.handed === count.noted + 3,
    );
    expect(faults).toEqual(Array(3).fill(expect.any(StoreBusy)));
    expect(first.handed.length).toBeGreaterThan(4);
    await member.stop();
    const second = createTaking();
    open.member(bus({ stateStore: kept }), second.take);
    const events = await happen(1);
    await until("the new events are processed", () => second.taken.size === 4);
    expect(second.handed.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  });

  it("receives a duplicate once", async () => {
    const { publisher, happen, bus } = given();
    const { taken, handed, take } = createTaking();
    open.member(bus(), take);
    const events = await happen(5);
    await publisher.publish(events);
    await publisher.publish(events.slice(8));
    await happen(1);
    await until("the newest events are processed", () => taken.size === 24);
    expect(handed.length).toBe(24);
  });

  it("receives events of a new category", async () => {
    const { publisher, next, happen, bus } = given();
    const { taken, take } = createTaking();
    open.member(bus(), take);
    await happen(1);
    await until("it receives events", () => taken.size === 4);
    await publisher.publish([next("new-1"), next("new-1")]);
    await until("the new events are processed, too", () => taken.has("new-1/1"));
  });

  it("continues where it was even if Kafka lost its offsets", async () => {
    const { prefix, happen, bus } = given();
    const stateStore = createMemoryStateStore();
    const first = createTaking();
    await happen(20);
    const member = open.member(bus({ stateStore }), first.take);
    await until("all events are processed", () => first.taken.size === 80);
    await member.stop();
    const admin = await open.admin();
    await until(
      "the group is empty",
      async () => (await admin.describeGroups([`${prefix}g`])).groups[0]?.state === "Empty",
    );
    await admin.deleteGroups([`${prefix}g`]);
    const second = createTaking();
    const events = await happen(1);
    open.member(bus({ stateStore }), second.take);
    await until("the new events are processed", () => second.taken.size === 4);
    expect(second.handed.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  });

  it.each([
    [3, "at once", true],
    [7, "at once", true],
    [3, "late", false],
    [7, "late", false],
  ])(
    "receives no event twice when its topics are recreated with %i partitions and republished %s, and misses none",
    async (partitions, _when, atOnce) => {
      const { prefix, happen, next, bus } = given();
      const stateStore = createMemoryStateStore();
      const heard = createTaking();
      const before = await happen(20);
      const member = open.member(bus({ stateStore }), heard.take);
      await until("all events are processed", () => heard.taken.size === 80);
      await member.stop();
      // Appended while nobody heard, and never taken: it is on its way when the topics go.
      const onItsWay = await happen(1);
      await open.deleteTopics(prefix);

      const brokers = brokersAt(theKafka().direct, prefix, `partitions=${partitions}&replication=1`);
      const publisher = open.publisher({ brokers, kinds: ["a", "b"] });
      const again = createTaking();
      const hearing = open.bus({ brokers, stateStore, kinds: ["a", "b"] });
      const streams = Array.from({ length: 9 }, (_, n) => `a-new${n}`);
      const newest = [...before.slice(-4).map(({ stream }) => next(stream)), ...streams.map((stream) => next(stream))];
      const other = open.member(hearing, again.take);
      if (!atOnce) {
        // A relay that was not told to start over goes on behind what was lost; then it is told.
        await publisher.publish(newest);
        await until("the newest events are processed", () => again.handed.length === newest.length);
      }
      await publisher.publish([...before, ...onItsWay, ...newest]);
      await until(
        "the event sent last is processed, too",
        () => again.handed.length >= newest.length + onItsWay.length,
      );
      await other.stop();

      const last = createTaking();
      const marks = Array.from({ length: 30 }, (_, n) => next(`a-mark${n}`));
      await publisher.publish([...before, ...onItsWay, ...newest, ...marks]);
      open.member(open.bus({ brokers, stateStore, kinds: ["a", "b"] }), last.take);
      await until("the marks taken", () => last.handed.length >= marks.length);
      expect(last.handed.toSorted()).toEqual(marks.map(({ id }) => id).toSorted());
      expect(again.handed.toSorted()).toEqual([...newest, ...onItsWay].map(({ id }) => id).toSorted());
    },
  );

  it("skips other programs' messages, and logs that once", async () => {
    const { prefix, happen, bus } = given();
    const { taken, take } = createTaking();
    await happen(1);
    const producer = kafkaClient().producer();
    await producer.connect();
    await producer.send({ topic: `${prefix}events.a`, messages: [{ value: "hello" }, { key: "k", value: "{}" }] });
    await producer.disconnect();
    const said: string[] = [];
    const log = { warn: (_: object, message: string) => void said.push(message), info: () => undefined };
    open.member(bus({ log }), take);
    await until("all events are processed", () => taken.size === 4 && said.length > 0);
    await happen(1);
    await until("the next events are processed", () => taken.size === 8);
    expect(said).toEqual([expect.stringMatching(/^Somebody else writes to .*events\.a in Kafka at /)]);
  });

  it("fails with a message if the events belong to another store", async () => {
    const { happen, bus } = given();
    await happen(1);
    const { ended } = open.member(bus({ eventStore: storeOf([], "another") }), async () => undefined);
    await expect(ended).rejects.toThrow(HistoryDiffers);
    await expect(ended).rejects.toThrow(/^The messages in Kafka at .* belong to another event store/);
  });

  it("causes no Node warnings", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => void warnings.push(warning.message);
    process.on("warning", note);
    try {
      const { happen, bus } = given();
      const { taken, take } = createTaking();
      open.member(bus(), take);
      for (let n = 1; n <= 12; n += 1) {
        await happen(1);
        await until("the events are processed", () => taken.size === 4 * n);
      }
      expect(warnings).toEqual([]);
    } finally {
      process.off("warning", note);
    }
  });
});
