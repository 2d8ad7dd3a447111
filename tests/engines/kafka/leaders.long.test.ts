import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runRelay } from "#infra/bus/relay.ts";
import { createKafkaBus } from "#infra/kafka/message-bus.ts";
import { createKafkaPublisher } from "#infra/kafka/publisher.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { someEvents } from "#tests/contract/support/events.ts";
import { until } from "#tests/support/until.ts";
import { engineJars } from "../jars.ts";
import { type Brokers, startBrokers } from "./brokers.ts";

const jars = await engineJars();
if ("missing" in jars) console.log(`Kafka: leader changes are not tested, as ${jars.missing}.`);
let brokers: Brokers | undefined;
beforeAll(async () => {
  if (!("missing" in jars)) brokers = await startBrokers(jars.classPath, 3);
}, 300_000);
afterAll(() => brokers?.stop());

it.skipIf("missing" in jars)(
  "When each of three Kafka machines dies and returns in turn, no event is lost or out of order",
  async () => {
    if (!brokers) throw new Error("There are no brokers.");
    const eventStore = createMemoryEventStore();
    const stateStore = createMemoryStateStore();
    const { storeId } = eventStore;
    const address = `kafka://${brokers.direct.join(",")}?partitions=6&replication=3&prefix=test-${randomUUID()}.`;
    const kinds = ["a", "b"];
    const stop = new AbortController();
    const publisher = createKafkaPublisher({ brokers: address, storeId, kinds });
    const faults: unknown[] = [];
    const relay = runRelay({
      eventStore,
      stateStore,
      publisher,
      name: "bus",
      signal: stop.signal,
      onFault: ({ error }) => void faults.push(error),
    });
    const taken = new Set<string>();
    const tooEarly: string[] = [];
    const member = () =>
      createKafkaBus({ brokers: address, eventStore, stateStore, kinds }).subscribe(
        { group: "g", types: ["ThingHappened"] },
        async (events) => {
          const known = new Set(taken);
          for (const { stream, version } of events) {
            if (version > 0 && !known.has(`${stream}/${version - 1}`)) tooEarly.push(`${stream}/${version}`);
            known.add(`${stream}/${version}`);
          }
          for (const { stream, version } of events) taken.add(`${stream}/${version}`);
        },
        stop.signal,
      );
    const members = [member(), member()];
    const streams = Array.from({ length: 24 }, (_, n) => `${kinds[n % 2]}-${n}`);
    let version = -1;
    const happen = async (): Promise<void> => {
      for (const stream of streams)
        await eventStore.appendToStream(stream, someEvents(5), {
          expectedVersion: version < 0 ? "no-stream" : version,
        });
      version += 5;
    };
    const expected = () => streams.length * (version + 1);
    const allTaken = () =>
      until("all events are processed", () => taken.size === expected(), {
        within: 180_000,
        picture: () => `${taken.size} of ${expected()}; ${faults.slice(-3).join("; ")}`,
      });
    await happen();
    await allTaken();
    for (let round = 0; round < 2; round += 1)
      for (const dead of [0, 1, 2]) {
        for (let n = 0; n < 10; n += 1) await happen();
        const killing = brokers.kill(dead);
        for (let n = 0; n < 20; n += 1) await happen();
        await killing;
        await allTaken();
        await brokers.start(dead);
        for (let n = 0; n < 5; n += 1) await happen();
        await allTaken();
      }
    stop.abort();
    await Promise.all([relay, ...members]);
    await publisher.close();
    expect(tooEarly).toEqual([]);
    expect(taken.size).toBe(expected());
  },
  1_800_000,
);
