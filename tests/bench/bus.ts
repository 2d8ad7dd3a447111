import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFollowingBus } from "#infra/bus/following-bus.ts";
import { runRelay } from "#infra/bus/relay.ts";
import { createKafkaBus } from "#infra/kafka/message-bus.ts";
import { createKafkaPublisher } from "#infra/kafka/publisher.ts";
import type { MessageBus } from "#infra/ports/message-bus.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { engineJars } from "../engines/jars.ts";
import { startBrokers } from "../engines/kafka/brokers.ts";
import { until } from "../support/until.ts";
import { type Figure, median, percentile, seconds } from "./measure.ts";

const events = 20_000;
const streams = 200;
const appends = 600;
const rounds = 3;

const type = "ExportRequested";
const kinds = ["export"];
const text = "x".repeat(400);

const eventsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `bench-${from + n}`,
    type,
    data: { inputHash: `${from + n}`, text },
    metadata: { schema: 1, correlation: "c", causation: "c", tenant: "t", instant: "2026-11-01T00:00:00.000Z" },
  }));

type Store = { eventStore: EventStore; stateStore: StateStore };
/** A bus over a store, and its end. */
type Begin = (store: Store) => { bus: MessageBus; end(): Promise<void> };

const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const eventStore = createSqliteEventStore({ file: join(folder, "events.db") });
  const state = openStateDatabase(join(folder, "state.db"));
  try {
    return await work({ eventStore, stateStore: createSqliteStateStore(state, createSystemClock()) });
  } finally {
    await eventStore.close();
    state.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const following: Begin = (store) => ({ bus: createFollowingBus(store), end: async () => undefined });

const overKafka =
  (hosts: string): Begin =>
  ({ eventStore, stateStore }) => {
    const { storeId } = eventStore;
    const brokers = `kafka://${hosts}?replication=${Math.min(3, hosts.split(",").length)}&prefix=bench-${storeId}.`;
    const publisher = createKafkaPublisher({ brokers, storeId, kinds });
    const stop = new AbortController();
    const onFault = ({ error }: { error: unknown }) => console.error("The relay stumbled.", error);
    const relay = runRelay({ eventStore, stateStore, publisher, name: "bus", signal: stop.signal, onFault });
    return {
      bus: createKafkaBus({ brokers, eventStore, stateStore, kinds }),
      async end() {
        stop.abort();
        await relay;
        await publisher.close();
      },
    };
  };

/** A bus with one member that is already told of events; `told`: how many so far. */
const withMember = async <T>(
  begin: Begin,
  store: Store,
  hear: (events: RecordedEvent[]) => void,
  work: () => Promise<T>,
): Promise<T> => {
  const { bus, end } = begin(store);
  const stop = new AbortController();
  const member = bus.subscribe({ group: "bench", types: [type] }, async (heard) => hear(heard), stop.signal);
  try {
    return await work();
  } finally {
    stop.abort();
    await member;
    await end();
  }
};

/** Events that were there, heard a second, by one member; connecting and topics are not counted. */
const throughput = (begin: Begin): Promise<number> =>
  withStore(async (store) => {
    const { eventStore } = store;
    const perStream = events / streams;
    const ids = new Set<string>();
    await eventStore.appendToStream("export-first", eventsFrom(-1, 1), { expectedVersion: "no-stream" });
    return withMember(
      begin,
      store,
      (heard) => {
        for (const { id } of heard) ids.add(id);
      },
      async () => {
        await until("it is connected", () => ids.size === 1, { every: 2 });
        const time = await seconds(async () => {
          for (let n = 0; n < streams; n += 1)
            await eventStore.appendToStream(`export-${n}`, eventsFrom(n * perStream, perStream), {
              expectedVersion: "no-stream",
            });
          await until("all events are received", () => ids.size === events + 1, { within: 300_000, every: 2 });
        });
        return events / time;
      },
    );
  });

/** ms from when an append was answered to when a member has its event, one after the other. */
const lags = (begin: Begin): Promise<number[]> =>
  withStore(async (store) => {
    const heardAt = new Map<string, PromiseWithResolvers<number>>();
    const whenHeard = (id: string): PromiseWithResolvers<number> => {
      const known = heardAt.get(id) ?? Promise.withResolvers<number>();
      heardAt.set(id, known);
      return known;
    };
    const measured: number[] = [];
    await withMember(
      begin,
      store,
      (heard) => {
        const now = performance.now();
        for (const { id } of heard) whenHeard(id).resolve(now);
      },
      async () => {
        for (let n = 0; n < appends + 50; n += 1) {
          const [event] = eventsFrom(n, 1);
          if (!event) throw new Error("There is no event.");
          await store.eventStore.appendToStream(`export-${n}`, [event], { expectedVersion: "no-stream" });
          const answered = performance.now();
          const lag = (await whenHeard(event.id).promise) - answered;
          // The first ones wait for the connection.
          if (n >= 50) measured.push(Math.max(0, lag));
        }
      },
    );
    return measured;
  });

/** Messages from an append to one member: over a real broker on this machine with its relay, beside the event store followed. */
export const run = async (): Promise<Figure[]> => {
  const jars = await engineJars();
  if ("missing" in jars) {
    console.log(`The bus is not measured, as ${jars.missing}.`);
    return [];
  }
  const brokers = await startBrokers(jars.classPath, 1);
  try {
    const kafka = overKafka(brokers.direct.join(","));
    const rates = { kafka: [] as number[], following: [] as number[] };
    const times = { kafka: [] as number[], following: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      rates.kafka.push(await throughput(kafka));
      rates.following.push(await throughput(following));
      times.kafka.push(...(await lags(kafka)));
      times.following.push(...(await lags(following)));
    }
    const name = "the event store followed";
    const [rate, peerRate] = [median(rates.kafka), median(rates.following)];
    const lagOf = (share: number, words: string): Figure => {
      const [value, peer] = [percentile(times.kafka, share), percentile(times.following, share)];
      return {
        name: `append to a member over Kafka, ${words}`,
        value,
        unit: "ms",
        peer: { name, value: peer, ratio: value / peer },
      };
    };
    return [
      {
        name: `${events} events appended and heard through the relay and Kafka`,
        value: rate,
        unit: "events/s",
        peer: { name, value: peerRate, ratio: peerRate / rate },
      },
      lagOf(0.5, "p50"),
      lagOf(0.99, "p99"),
    ];
  } finally {
    await brokers.stop();
  }
};
