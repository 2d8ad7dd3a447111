import { type Message, Partitioners, type Producer, type ProducerBatch } from "kafkajs";
import type { BusPublisher } from "../ports/message-bus.ts";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { withTimeout } from "../ports/timeout.ts";
import { assertConfirmed } from "./assert-confirmed.ts";
import { choosePartition } from "./choose-partition.ts";
import { type Client, type ClientTimeouts, createClient } from "./client.ts";
import { describeError } from "./errors.ts";
import { countBytes, splitBySize, toMessage } from "./messages.ts";
import { ensureTopics, fetchPartitions, toTopicName } from "./topics.ts";
import { type Connection, formatServerName, readKafkaBrokers } from "./url.ts";

/** Timeouts, ms. */
export type PublisherTimeouts = ClientTimeouts & {
  /** Time until a call's outcome must be known. */
  publish: number;
};
const publisherTimeouts: PublisherTimeouts = { connect: 5_000, request: 8_000, publish: 20_000 };

export type KafkaPublisherOptions = {
  brokers: string;
  /** Id of the event store, which every message names. */
  storeId: string;
  /** Kinds of streams whose topics are created in advance; others with their first event. */
  kinds?: readonly string[];
  timeouts?: PublisherTimeouts;
};

/** Maximum bytes of a batch. Brokers accept 1,048,588; the rest is for the client's additions. */
const maxBytes = 950_000;

/**
 * Creates the publisher: one topic for each kind of stream, with the stream as key. All in-sync replicas acknowledge,
 * and an idempotent producer prevents duplicates after a lost response. A failed producer is discarded: no retry may
 * arrive later. Calls run in turn; the first one connects. `publish` throws {@link StoreBusy} or
 * {@link StoreUnwritable}, naming Kafka.
 * @throws {Error} invalid `brokers`; names the setting
 */
export const createKafkaPublisher = ({
  brokers,
  storeId,
  kinds = [],
  timeouts = publisherTimeouts,
}: KafkaPublisherOptions): BusPublisher & { close(): Promise<void> } => {
  const connection = readKafkaBrokers(brokers);
  const server = formatServerName(connection);
  let open: Sender | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const discard = (): void => {
    open?.client.destroy();
    open = undefined;
  };
  const publish = async (events: readonly RecordedEvent[]): Promise<void> => {
    try {
      open ??= createSender(connection, timeouts);
      await withTimeout(open.send(events, storeId, kinds), timeouts.publish);
    } catch (error) {
      discard();
      throw describeError(error, server);
    }
  };
  return {
    publish(events) {
      const done = turn.then(() => publish(events));
      turn = done.catch(() => undefined);
      return done;
    },
    async close() {
      await turn;
      await open?.end();
      discard();
    },
  };
};

type Sender = {
  client: Client;
  send(events: readonly RecordedEvent[], storeId: string, kinds: readonly string[]): Promise<void>;
  end(): Promise<void>;
};

type PartitionedMessage = { topic: string; message: Message & { value: string; partition: number } };

/** Creates a producer, which is unusable after `send` throws. */
const createSender = (connection: Connection, timeouts: PublisherTimeouts): Sender => {
  const client = createClient(connection, timeouts);
  const admin = client.kafka.admin();
  const producer = client.kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const partitionsByTopic = new Map<string, number>();
  let connecting: Promise<unknown> | undefined;

  const loadPartitionCounts = async (topics: readonly string[]): Promise<void> => {
    const unknown = [...new Set(topics)].filter((topic) => !partitionsByTopic.has(topic));
    if (unknown.length === 0) return;
    await ensureTopics(admin, connection, unknown, timeouts.request);
    for (const [topic, partitions] of await fetchPartitions(admin, unknown, timeouts.request))
      partitionsByTopic.set(topic, partitions.length);
  };
  const assignPartition = (event: RecordedEvent, storeId: string): PartitionedMessage => {
    const topic = toTopicName(connection, event.stream);
    const partition = choosePartition(event.stream, partitionsByTopic.get(topic) ?? 1);
    return { topic, message: { ...toMessage(event, storeId), partition } };
  };
  return {
    client,
    async send(events, storeId, kinds) {
      connecting ??= Promise.all([admin.connect(), producer.connect()]);
      await connecting;
      await loadPartitionCounts([
        ...kinds.map((kind) => toTopicName(connection, kind)),
        ...events.map(({ stream }) => toTopicName(connection, stream)),
      ]);
      const partitioned = events.map((event) => assignPartition(event, storeId));
      for (const chunk of splitBySize(partitioned, maxBytes, ({ message }) => countBytes(message)))
        await sendChunk(producer, chunk, timeouts.request);
    },
    end: () =>
      withTimeout(Promise.all([admin.disconnect(), producer.disconnect()]), 1_000).then(
        () => undefined,
        () => undefined,
      ),
  };
};

const sendChunk = async (producer: Producer, chunk: readonly PartitionedMessage[], timeout: number): Promise<void> => {
  const topicMessages: ProducerBatch["topicMessages"] = [...Map.groupBy(chunk, ({ topic }) => topic)].map(
    ([topic, partitioned]) => ({ topic, messages: partitioned.map(({ message }) => message) }),
  );
  const answers = await producer.sendBatch({ acks: -1, timeout, topicMessages });
  assertConfirmed(
    chunk.map(({ topic, message }) => ({ topic, partition: message.partition })),
    answers,
  );
};
