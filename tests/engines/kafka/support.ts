import { randomUUID } from "node:crypto";
import type { Kafka, KafkaMessage } from "kafkajs";
import { inject } from "vitest";
import { createClient } from "#infra/kafka/client.ts";
import { createKafkaBus, type KafkaBusOptions } from "#infra/kafka/message-bus.ts";
import { createKafkaPublisher, type KafkaPublisherOptions, type PublisherTimeouts } from "#infra/kafka/publisher.ts";
import type { SessionTimeouts } from "#infra/kafka/session.ts";
import { readKafkaBrokers } from "#infra/kafka/url.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { anEvent } from "#tests/contract/support/events.ts";
import { until } from "#tests/support/until.ts";
import { createKeeping } from "../keeping.ts";
import { createProxy } from "../proxy.ts";
import { withOptions } from "../urls.ts";

/** Short timeouts for tests, ms. They are long enough for a busy machine if a response is expected. */
export const briefBus: SessionTimeouts = {
  connect: 2_000,
  request: 4_000,
  session: 6_000,
  heartbeat: 500,
  rebalance: 15_000,
  topicCheck: 200,
  idleMs: 10_000,
};
const briefPublisher: PublisherTimeouts = { connect: 2_000, request: 3_000, publish: 8_000 };

export const kafka = inject("kafka");

/** Access to the run's broker. Tests are skipped if there is none. */
export const theKafka = () => {
  if (!kafka) throw new Error("There is no Kafka.");
  return kafka;
};

export const newPrefix = (): string => `test-${randomUUID()}.`;
const storeId = "the-store";

/**
 * KAFKA_BROKERS with a prefix of topics and groups. `hosts`: the run's Kafka or a proxy: `host:port`, or KAFKA_BROKERS
 * as a whole.
 */
export const brokersAt = (hosts: string, prefix: string, options = "partitions=3&replication=1"): string =>
  withOptions(hosts.includes("://") ? hosts : `kafka://${hosts}`, `prefix=${prefix}&${options}`);

/** A client with which a test asks the run's Kafka itself. */
export const kafkaClient = (): Kafka =>
  createClient(readKafkaBrokers(theKafka().direct), { connect: 10_000, request: 30_000 }).kafka;

/** `n` events of a stream from a version on, in positions that count over all. */
export const createHistory = () => {
  let position = 0;
  const versions = new Map<string, number>();
  return (stream: string, overrides: Partial<RecordedEvent> = {}): RecordedEvent => {
    position += 1;
    const version = (versions.get(stream) ?? -1) + 1;
    versions.set(stream, version);
    return {
      ...anEvent({ type: "Wanted" }),
      stream,
      version,
      position: String(position).padStart(10, "0"),
      ...overrides,
    };
  };
};

export const nameOf = ({ stream, version }: Pick<RecordedEvent, "stream" | "version">): string =>
  `${stream}/${version}`;

/** An event store as far as the bus reads it: of these events, in the order of their positions. */
export const storeOf = (events: readonly RecordedEvent[], id = storeId): KafkaBusOptions["eventStore"] => ({
  storeId: id,
  headPosition: async () => events.at(-1)?.position,
  readAll: async ({ after = "", limit }) => events.filter(({ position }) => position > after).slice(0, limit),
});

/** Ends everything that a test started after it, in reverse order. */
export const createEnding = () => {
  const { keep, closeAll } = createKeeping();
  const admin = async () => {
    const connected = kafkaClient().admin();
    await connected.connect();
    keep({ close: () => connected.disconnect() });
    return connected;
  };
  return {
    keep,
    publisher: (options: Partial<KafkaPublisherOptions> & { brokers: string }) =>
      keep(createKafkaPublisher({ storeId, timeouts: briefPublisher, ...options })),
    bus: (options: Partial<KafkaBusOptions> & { brokers: string }) =>
      createKafkaBus({
        eventStore: storeOf([]),
        stateStore: createMemoryStateStore(),
        timeouts: briefBus,
        onFault: () => undefined,
        ...options,
      }),
    admin,
    /** Takes the topics of a prefix away, and waits until no one knows them. */
    async deleteTopics(prefix: string): Promise<void> {
      const connected = await admin();
      const isOne = (topic: string): boolean => topic.startsWith(prefix);
      await connected.deleteTopics({ topics: (await connected.listTopics()).filter(isOne) });
      await until("they are removed", async () => !(await connected.listTopics()).some(isOne));
    },
    /** Where the broker says to be to those who come through it. */
    proxy: async () => {
      const { proxied } = theKafka();
      if (!proxied) throw new Error("This Kafka can't be put behind a proxy.");
      const proxy = keep(await createProxy(proxied, { port: proxied.advertised }));
      return { ...proxy, host: `127.0.0.1:${proxy.port}` };
    },
    /** A member of a group until the test ends or it is stopped. */
    member(
      bus: ReturnType<typeof createKafkaBus>,
      handle: (events: RecordedEvent[]) => Promise<void>,
      { group = "g", types = ["Wanted"] } = {},
    ): { stop(): Promise<void>; ended: Promise<void> } {
      const stopping = new AbortController();
      const ended = bus.subscribe({ group, types }, handle, stopping.signal);
      const stop = async () => {
        stopping.abort();
        await ended;
      };
      keep({ close: () => stop().catch(() => undefined) });
      return { stop, ended };
    },
    endAll: closeAll,
  };
};

type Told = { topic: string; partition: number; message: KafkaMessage };

/**
 * Reads topics in the order of each partition, with a separate client, until `count` messages are there and no more
 * come.
 */
const readTopics = async (topicsOf: (all: readonly string[]) => string[], count: number): Promise<Told[]> => {
  const client = kafkaClient();
  const admin = client.admin();
  const consumer = client.consumer({ groupId: `reader-${randomUUID()}`, maxWaitTimeInMs: 200 });
  const found: Told[] = [];
  try {
    await Promise.all([admin.connect(), consumer.connect()]);
    const topics = topicsOf(await admin.listTopics());
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, partition, message }) => void found.push({ topic, partition, message }),
    });
    await until(`${count} messages are there`, async () => {
      const seen = new Set(found.map(({ topic, partition, message }) => `${topic} ${partition} ${message.offset}`));
      for (const topic of topics)
        for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
          if (low !== high && !seen.has(`${topic} ${partition} ${Number(high) - 1}`)) return false;
      return found.length >= count;
    });
    return found;
  } finally {
    await Promise.all([consumer.disconnect(), admin.disconnect()]);
  }
};

export const readTopic = (topic: string, count: number): Promise<Told[]> => readTopics(() => [topic], count);

/** Every message of a Sheaf's, by the prefix of its topics. */
export const everyMessage = (prefix: string): Promise<Told[]> =>
  readTopics((all) => all.filter((topic) => topic.startsWith(prefix)), 0);
