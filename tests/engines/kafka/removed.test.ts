import { ConfigResourceTypes } from "kafkajs";
import { afterEach, describe, expect, it } from "vitest";
import { retryUntilLeader } from "#infra/kafka/topics.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { until } from "#tests/support/until.ts";
import { createTaking, givenGroup } from "./group.ts";
import { createEnding, kafka, readTopic, storeOf } from "./support.ts";

const open = createEnding();
afterEach(() => open.endAll());

const kinds = ["a", "b"];

const given = () => {
  const group = givenGroup(open)();
  const { prefix, history } = group;
  const topics = kinds.map((kind) => `${prefix}events.${kind}`);
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const stateStore = createMemoryStateStore();
  const bus = (options = {}) => group.bus({ stateStore, log: { warn: say, info: say }, ...options });
  const ends = async () => {
    const admin = await open.admin();
    return Promise.all(topics.map((topic) => retryUntilLeader(() => admin.fetchTopicOffsets(topic), 10_000)));
  };
  const configure = async (settings: Record<string, string>): Promise<void> => {
    const admin = await open.admin();
    const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configEntries })),
    });
    const stand = async (): Promise<boolean> => {
      const asked = topics.map((name) => ({
        type: ConfigResourceTypes.TOPIC,
        name,
        configNames: Object.keys(settings),
      }));
      const { resources } = await admin.describeConfigs({ resources: asked, includeSynonyms: false });
      return resources.every((one) =>
        one.configEntries.every(({ configName, configValue }) => settings[configName] === configValue),
      );
    };
    await until("the broker lists them", stand);
  };
  /** Takes events away as retention does. `keep`: of each partition, the newest that stay. */
  const remove = async (keep: number): Promise<void> => {
    const admin = await open.admin();
    for (const topic of topics) {
      const partitions = (await retryUntilLeader(() => admin.fetchTopicOffsets(topic), 10_000))
        .map(({ partition, high }) => ({ partition, offset: String(Math.max(0, Number(high) - keep)) }))
        .filter(({ offset }) => offset !== "0");
      await admin.deleteTopicRecords({ topic, partitions });
    }
  };
  /** A member hears what there is, and is gone. */
  const hearOnce = async (count: number) => {
    const taking = createTaking();
    const member = open.member(bus(), taking.take);
    await until(`${count} events are processed`, () => taking.taken.size === count);
    await member.stop();
    return taking;
  };
  const ids = (from = 0): string[] => history.slice(from).map(({ id }) => id);
  return { ...group, topics, said, bus, ends, configure, remove, hearOnce, ids };
};

describe.skipIf(!kafka)("A consumer group whose next events were removed from Kafka", () => {
  it.each([
    ["all", 0],
    ["some", 3],
  ])("reads them from the event store, in order and once, and reports it (%s removed)", async (_what, keep) => {
    const { happen, hearOnce, remove, bus, ids, said } = given();
    await happen(1);
    await hearOnce(4);
    await happen(10);
    await remove(keep);
    const { handed, taken, tooEarly, take } = createTaking();
    const hearing = bus();
    const member = open.member(hearing, (events) => {
      // The first events of this history stand in the other set.
      for (const { stream } of events) taken.add(`${stream}/0`);
      return take(events);
    });
    await until("all events are processed", () => handed.length >= 40);
    await happen(2);
    await until("the next events are processed", () => handed.length >= 48);
    expect(handed.toSorted()).toEqual(ids(4).toSorted());
    expect(tooEarly).toEqual([]);
    const removed = /^Kafka at .* removed events that g had not received, of .*events\.a.*retention\.ms=-1/;
    expect(said).toEqual(expect.arrayContaining([expect.stringMatching(removed)]));
    expect(hearing.notes()).toEqual([expect.stringMatching(removed)]);
    expect(hearing.troubles()).toEqual([]);
    await member.stop();
    const again = createTaking();
    open.member(bus(), again.take);
    const fresh = await happen(1);
    await until("later events are processed", () => again.handed.length >= 4);
    expect(again.handed.toSorted()).toEqual(fresh.map(({ id }) => id).toSorted());
  });

  it("reads them from the event store if it is new", async () => {
    const { happen, remove, bus, ids } = given();
    await happen(5);
    await remove(0);
    const { handed, tooEarly, take } = createTaking();
    open.member(bus(), take);
    await until("all events are processed", () => handed.length >= 20);
    await happen(1);
    await until("the next events are processed", () => handed.length >= 24);
    expect(handed.toSorted()).toEqual(ids().toSorted());
    expect(tooEarly).toEqual([]);
  });

  it("reads them from the event store if they are removed while a member is working", async () => {
    const { happen, remove, bus, history } = given();
    const { taken, tooEarly, take } = createTaking();
    const release = Promise.withResolvers<void>();
    let inHand = 0;
    await happen(1);
    open.member(bus(), (events) =>
      take(events, () => {
        inHand += 1;
        return release.promise;
      }),
    );
    await until("it is working", () => inHand > 0);
    await happen(10);
    await remove(0);
    release.resolve();
    await until("all events are processed", () => taken.size === history.length);
    expect(tooEarly).toEqual([]);
  });

  it("reports a problem while the event store doesn't respond, and continues when it does", async () => {
    const { happen, hearOnce, remove, bus, history } = given();
    await happen(1);
    await hearOnce(4);
    await happen(5);
    await remove(0);
    const answering = storeOf(history);
    let isAway = true;
    const readAll: typeof answering.readAll = (options) =>
      isAway ? Promise.reject(new StoreBusy("The event store does not answer.")) : answering.readAll(options);
    const { taken, take } = createTaking();
    const hearing = bus({ eventStore: { ...answering, readAll } });
    open.member(hearing, take);
    await until("it is reported", () =>
      hearing.troubles().some((one) => one.includes("The event store does not answer")),
    );
    isAway = false;
    await until("all events are processed", () => taken.size === 20);
    await until("the problem is cleared", () => hearing.troubles().length === 0);
  });

  it.skipIf(!kafka?.proxied)("reads them from the event store if retention removed them", async () => {
    const { happen, hearOnce, configure, ends, bus, ids } = given();
    await happen(1);
    await hearOnce(4);
    await happen(10);
    await configure({ "cleanup.policy": "delete", "retention.ms": "1" });
    await until("all are removed", async () => (await ends()).flat().every(({ low, high }) => low === high));
    await configure({ "cleanup.policy": "delete", "retention.ms": "-1" });
    const { handed, take } = createTaking();
    open.member(bus(), take);
    await until("all events are processed", () => handed.length >= 40);
    expect(handed.toSorted()).toEqual(ids(4).toSorted());
  });

  it.skipIf(!kafka?.proxied)("reads them from the event store if compaction removed them", async () => {
    const { happen, hearOnce, configure, topics, bus, ids } = given();
    await happen(1);
    await hearOnce(4);
    await configure({
      "cleanup.policy": "compact",
      "segment.ms": "100",
      "min.cleanable.dirty.ratio": "0.01",
      "max.compaction.lag.ms": "100",
    });
    for (let n = 0; n < 5; n += 1) await happen(2);
    // A segment is compacted once another one has begun.
    const isCompacted = async () => (await readTopic(topics[0] ?? "", 0)).length < 20;
    await until("some are removed", async () => (await happen(1)) && (await isCompacted()), { within: 60_000 });
    const { handed, take } = createTaking();
    open.member(bus(), take);
    await until("all events are processed", () => handed.length >= ids(4).length);
    await happen(1);
    await until("the next events are processed", () => handed.length >= ids(4).length);
    expect([...new Set(handed)].toSorted()).toEqual(ids(4).toSorted());
  });
});

describe.skipIf(!kafka)("Topic settings that remove events", () => {
  it("are reported with advice until they are changed", async () => {
    const { happen, hearOnce, configure, bus, said } = given();
    await happen(1);
    await hearOnce(4);
    expect(said).toEqual([]);
    await configure({ "cleanup.policy": "compact,delete", "retention.ms": "604800000", "retention.bytes": "1000000" });
    const sentence =
      /^Topics in Kafka at .* may lose events before they are received: .*events\.a \(cleanup\.policy=compact,delete, retention\.ms=604800000, retention\.bytes=1000000\), .*events\.b \(.*\)\. Set cleanup\.policy=delete, retention\.ms=-1 and retention\.bytes=-1/;
    const hearing = bus();
    const member = open.member(hearing, async () => undefined);
    await until("it is reported", () => hearing.notes().length > 0);
    expect(hearing.notes()).toEqual([expect.stringMatching(sentence)]);
    expect(said).toEqual([expect.stringMatching(sentence)]);
    await member.stop();
    await configure({ "cleanup.policy": "delete", "retention.ms": "-1", "retention.bytes": "-1" });
    const mended = bus();
    const { taken, take } = createTaking();
    open.member(mended, take);
    await happen(1);
    await until("it receives events", () => taken.size === 4);
    expect(mended.notes()).toEqual([]);
  });
});
