import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, Consumer, EachBatchPayload } from "kafkajs";
import { withTimeout } from "../ports/timeout.ts";
import { type Client, type ClientTimeouts, createClient } from "./client.ts";
import { type BatchContext, consumeBatch } from "./consume-batch.ts";
import type { GroupSubscription } from "./deliver-messages.ts";
import type { OffsetStore } from "./offset-store.ts";
import { EventsRemoved, findPartitionGaps } from "./removed-events.ts";
import {
  ensureTopics,
  fetchPartitions,
  findTopicsWithRetention,
  findUnderReplicated,
  listTopics,
  toTopicName,
} from "./topics.ts";
import type { Connection } from "./url.ts";

/** Timeouts and intervals, ms. */
export type SessionTimeouts = ClientTimeouts & {
  /** Silence after which a member loses its partitions. */
  session: number;
  heartbeat: number;
  /** Limit of a rebalance's wait for a working member. */
  rebalance: number;
  topicCheck: number;
  /** Inactivity that ends a membership. */
  idleMs: number;
};

export type SessionOptions = {
  connection: Connection;
  kinds: readonly string[];
  timeouts: SessionTimeouts;
  subscription: GroupSubscription;
  offsets: OffsetStore;
  /** Called when the group has admitted the member. */
  onMember: () => void;
  /** Called with topics of fewer replicas than KAFKA_BROKERS demands. */
  onUnderReplicated: (topics: readonly string[]) => void;
  /** Called with {@link findTopicsWithRetention}'s topics, even if none. */
  onRetentionLimits: (topics: readonly string[] | undefined) => void;
};

/** A fetch's longest wait, ms; a broker with messages answers at once. */
const maxWait = 500;
const bytesAtOnce = 4_000_000;

/**
 * Runs a membership until the signal aborts, a new topic appears, or it fails. Then no handler is running and nothing
 * more is sent.
 * @throws {EventsRemoved} Kafka no longer has the group's next events
 * @throws other errors that ended it
 */
export const runSession = async (options: SessionOptions): Promise<void> => {
  const { connection, timeouts, subscription } = options;
  const client = createClient(connection, timeouts, () => void onOutOfRange());
  const controller = new AbortController();
  const ended = Promise.withResolvers<void>();
  const endMembership = (error?: unknown): void => (error === undefined ? ended.resolve() : ended.reject(error));
  ended.promise.then(
    () => controller.abort(),
    () => controller.abort(),
  );
  const onAbort = (): void => endMembership();
  subscription.signal.addEventListener("abort", onAbort);
  if (subscription.signal.aborted) endMembership();
  let member: Member | undefined;
  let partitions: ReadonlyMap<string, number> = new Map();
  /**
   * Checks at once for gaps: kafkajs resets to the partition's start, and otherwise only the next message would reveal
   * one.
   */
  const onOutOfRange = async (): Promise<void> => {
    try {
      const admin = client.kafka.admin();
      await admin.connect();
      await assertNoGaps(admin, options, partitions);
    } catch (error) {
      endMembership(error);
    }
  };
  const work = async (): Promise<void> => {
    partitions = await topicsFor(client, options, controller.signal);
    if (controller.signal.aborted) return;
    const topics = [...partitions.keys()];
    member = createMember(
      client,
      { ...options, partitions, subscription: { ...subscription, signal: controller.signal } },
      endMembership,
    );
    watchTopics(client, options, topics, controller.signal).then(endMembership, endMembership);
    watchIdleness(member, timeouts.idleMs, controller.signal).then(undefined, endMembership);
    await member.run(topics);
    flushOffsets(options.offsets, controller.signal).then(undefined, endMembership);
  };
  try {
    const working = work().catch(endMembership);
    await ended.promise;
    // A member that leaves while joining would keep the group waiting.
    await withTimeout(working, maxWait * 2).catch(() => undefined);
  } finally {
    controller.abort();
    subscription.signal.removeEventListener("abort", onAbort);
    await member?.leave();
    client.destroy();
    // Unflushed offsets stay in memory: if the next member starts before them, it skips those events.
    await withTimeout(options.offsets.flush(), maxWait).catch(() => undefined);
  }
};

/** Partition counts. Waits for the first topic, as a group needs one. */
const topicsFor = async (
  { kafka }: Client,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> => {
  const { connection, kinds, timeouts, onUnderReplicated, onRetentionLimits } = options;
  const admin = kafka.admin();
  const wanted = kinds.map((kind) => toTopicName(connection, kind));
  const loadTopics = async (): Promise<ReadonlyMap<string, number>> => {
    await admin.connect();
    await ensureTopics(admin, connection, wanted, timeouts.request);
    const topics = await listTopics(admin, connection);
    if (topics.length === 0) return new Map();
    const found = await fetchPartitions(admin, topics, timeouts.request);
    onUnderReplicated(findUnderReplicated(connection.replication, found));
    onRetentionLimits(await findTopicsWithRetention(admin, topics));
    const partitions = new Map(topics.map((topic) => [topic, found.get(topic)?.length ?? 0]));
    await assertNoGaps(admin, options, partitions);
    return partitions;
  };
  for (;;) {
    const topics = await withTimeout(loadTopics(), timeouts.connect + 2 * timeouts.request);
    if (topics.size > 0 || signal.aborted) return topics;
    await sleep(timeouts.topicCheck, undefined, { signal }).catch(() => undefined);
  }
};

/** @throws {EventsRemoved} partitions begin after the group's offsets */
const assertNoGaps = async (
  admin: Admin,
  { offsets, timeouts }: SessionOptions,
  topics: ReadonlyMap<string, number>,
): Promise<void> => {
  const gaps = await findPartitionGaps(admin, offsets, topics, timeouts.request);
  if (gaps.length > 0) throw new EventsRemoved(gaps);
};

/** Resolves on a new topic. */
const watchTopics = async (
  { kafka }: Client,
  { connection, timeouts }: SessionOptions,
  known: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  while (!signal.aborted) {
    await sleep(timeouts.topicCheck, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // If no broker answers, the consumer reports it.
    const topics = await listTopics(admin, connection).catch(() => known);
    if (topics.some((topic) => !known.includes(topic))) return;
  }
};

/** @throws {Error} no activity for `maxIdleMs`, not even a fetch */
const watchIdleness = async (member: Member, maxIdleMs: number, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await sleep(maxIdleMs / 10, undefined, { signal }).catch(() => undefined);
    if (member.isIdle(maxIdleMs)) throw new Error(`no Kafka activity for ${maxIdleMs} ms`);
  }
};

const flushEveryMs = 60_000;

const flushOffsets = async (offsets: OffsetStore, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await sleep(flushEveryMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await offsets.flush();
  }
};

type Member = {
  run(topics: readonly string[]): Promise<void>;
  isIdle(ms: number): boolean;
  /** Resolves when no handler is running. */
  leave(): Promise<void>;
};

const createMember = (
  { kafka }: Client,
  options: SessionOptions & Pick<BatchContext, "partitions">,
  endMembership: (error: unknown) => void,
): Member => {
  const { connection, timeouts, subscription, onMember } = options;
  const consumer: Consumer = kafka.consumer({
    groupId: `${connection.prefix}${subscription.group}`,
    sessionTimeout: timeouts.session,
    heartbeatInterval: timeouts.heartbeat,
    rebalanceTimeout: timeouts.rebalance,
    maxWaitTimeInMs: maxWait,
    maxBytes: bytesAtOnce,
    allowAutoTopicCreation: false,
    // A new membership with a new client replaces a failed one.
    retry: { retries: 3, restartOnFailure: async () => false },
  });
  let lastActivity = performance.now();
  let handling: Promise<void> | undefined;
  const readings: BatchContext["readings"] = new Map();
  const recordActivity = (): void => {
    lastActivity = performance.now();
  };
  consumer.on(consumer.events.FETCH, recordActivity);
  consumer.on(consumer.events.HEARTBEAT, recordActivity);
  consumer.on(consumer.events.GROUP_JOIN, () => {
    recordActivity();
    readings.clear();
    onMember();
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => endMembership(payload.error));
  // The client would retry on the same connection, perhaps a dead one.
  consumer.on(consumer.events.REQUEST_TIMEOUT, ({ payload: { broker } }) =>
    endMembership(new Error(`${broker} did not answer within ${timeouts.request} ms`)),
  );
  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    handling = consumeBatch({ ...options, readings, seek: consumer.seek, endMembership }, payload);
    try {
      await handling;
    } finally {
      handling = undefined;
      recordActivity();
    }
  };
  return {
    isIdle: (ms) => handling === undefined && performance.now() - lastActivity > ms,
    async run(topics) {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({ eachBatchAutoResolve: false, partitionsConsumedConcurrently: 1, eachBatch });
    },
    async leave() {
      const leaving = consumer.disconnect().catch(() => undefined);
      await handling?.catch(() => undefined);
      await withTimeout(leaving, 2 * maxWait).catch(() => undefined);
    },
  };
};
