import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, Consumer, EachBatchPayload } from "kafkajs";
import { within } from "../ports/within.ts";
import { type Client, type ClientPatience, createClient } from "./client.ts";
import type { Hearing } from "./handling.ts";
import type { Places } from "./places.ts";
import { EventsRemoved, findLossy } from "./removed.ts";
import { type TakingPart, takeBatch } from "./take-batch.ts";
import { listTopics, makeTopics, partitionsOf, removingTopics, thinnerThan, topicOf } from "./topics.ts";
import type { Connection } from "./url.ts";

/**
 * ms. `session`: a member silent for this long loses its partitions; `heartbeat`: between two heartbeats; `rebalance`:
 * wait for a member at work; `look`: between two checks for new topics; `still`: a membership without any activity for
 * this long is given up.
 */
export type SessionPatience = ClientPatience & {
  session: number;
  heartbeat: number;
  rebalance: number;
  look: number;
  still: number;
};

export type SessionOptions = {
  connection: Connection;
  kinds: readonly string[];
  patience: SessionPatience;
  hearing: Hearing;
  places: Places;
  /** When the group has admitted the member. */
  onMember: () => void;
  /** Called with topics that have fewer replicas than KAFKA_BROKERS demands. */
  onThin: (topics: readonly string[]) => void;
  /** Called with the topics that {@link removingTopics} finds, also if there are none. */
  onRemoving: (topics: readonly string[] | undefined) => void;
};

/** Longest wait of a fetch, ms; a broker answers at once when it has messages. */
const mostWait = 500;
const bytesAtOnce = 4_000_000;

/**
 * One group membership, until the signal aborts, a new topic appears, or it fails. When it settles, no handler is at
 * work any more, and nothing of it reaches a broker.
 * @throws {EventsRemoved} Kafka no longer has the group's next events
 * @throws other errors that ended it
 */
export const runSession = async (options: SessionOptions): Promise<void> => {
  const { connection, patience, hearing } = options;
  const client = createClient(connection, patience, () => void onOutOfRange());
  const over = new AbortController();
  const ending = Promise.withResolvers<void>();
  const end = (error?: unknown): void => (error === undefined ? ending.resolve() : ending.reject(error));
  ending.promise.then(
    () => over.abort(),
    () => over.abort(),
  );
  const onAbort = (): void => end();
  hearing.signal.addEventListener("abort", onAbort);
  if (hearing.signal.aborted) end();
  let member: Member | undefined;
  let partitions: ReadonlyMap<string, number> = new Map();
  /** The client continues at the partition's start, which would only show with the next message. */
  const onOutOfRange = async (): Promise<void> => {
    try {
      const admin = client.kafka.admin();
      await admin.connect();
      await assertWhole(admin, options, partitions);
    } catch (error) {
      end(error);
    }
  };
  const work = async (): Promise<void> => {
    partitions = await topicsFor(client, options, over.signal);
    if (over.signal.aborted) return;
    const topics = [...partitions.keys()];
    member = createMember(client, { ...options, partitions, hearing: { ...hearing, signal: over.signal } }, end);
    watchTopics(client, options, topics, over.signal).then(end, end);
    watchStillness(member, patience.still, over.signal).then(undefined, end);
    await member.run(topics);
    keepPlaces(options.places, over.signal).then(undefined, end);
  };
  try {
    const working = work().catch(end);
    await ending.promise;
    // The group would wait for a member that leaves while it joins.
    await within(working, mostWait * 2).catch(() => undefined);
  } finally {
    over.abort();
    hearing.signal.removeEventListener("abort", onAbort);
    await member?.leave();
    client.destroy();
    // Unwritten notes stay in memory. A member that begins before they are written skips those events again.
    await within(options.places.write(), mostWait).catch(() => undefined);
  }
};

/** All topics with their numbers of partitions; waits for the first, since a group needs one. */
const topicsFor = async (
  { kafka }: Client,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> => {
  const { connection, kinds, patience, onThin, onRemoving } = options;
  const admin = kafka.admin();
  const wanted = kinds.map((kind) => topicOf(connection, kind));
  const look = async (): Promise<ReadonlyMap<string, number>> => {
    await admin.connect();
    await makeTopics(admin, connection, wanted, patience.request);
    const topics = await listTopics(admin, connection);
    if (topics.length === 0) return new Map();
    const found = await partitionsOf(admin, topics, patience.request);
    onThin(thinnerThan(connection.replication, found));
    onRemoving(await removingTopics(admin, topics));
    const partitions = new Map(topics.map((topic) => [topic, found.get(topic)?.length ?? 0]));
    await assertWhole(admin, options, partitions);
    return partitions;
  };
  for (;;) {
    const topics = await within(look(), patience.connect + 2 * patience.request);
    if (topics.size > 0 || signal.aborted) return topics;
    await sleep(patience.look, undefined, { signal }).catch(() => undefined);
  }
};

/** @throws {EventsRemoved} partitions begin after the group's offsets in them */
const assertWhole = async (
  admin: Admin,
  { places, patience }: SessionOptions,
  topics: ReadonlyMap<string, number>,
): Promise<void> => {
  const lossy = await findLossy(admin, places, topics, patience.request);
  if (lossy.length > 0) throw new EventsRemoved(lossy);
};

/** Resolves when there is a new topic. */
const watchTopics = async (
  { kafka }: Client,
  { connection, patience }: SessionOptions,
  known: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  while (!signal.aborted) {
    await sleep(patience.look, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // The consumer reports it if nobody answers.
    const topics = await listTopics(admin, connection).catch(() => known);
    if (topics.some((topic) => !known.includes(topic))) return;
  }
};

/** @throws {Error} no activity for `still` ms, not even a fetch */
const watchStillness = async (member: Member, still: number, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await sleep(still / 10, undefined, { signal }).catch(() => undefined);
    if (member.isStill(still)) throw new Error(`nothing came for ${still} ms`);
  }
};

const everyPlaces = 60_000;

const keepPlaces = async (places: Places, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await sleep(everyPlaces, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) await places.write();
  }
};

type Member = {
  run(topics: readonly string[]): Promise<void>;
  isStill(ms: number): boolean;
  /** Resolves when no handler is at work. */
  leave(): Promise<void>;
};

const createMember = (
  { kafka }: Client,
  options: SessionOptions & Pick<TakingPart, "partitions">,
  end: (error: unknown) => void,
): Member => {
  const { connection, patience, hearing, onMember } = options;
  const consumer: Consumer = kafka.consumer({
    groupId: `${connection.prefix}${hearing.group}`,
    sessionTimeout: patience.session,
    heartbeatInterval: patience.heartbeat,
    rebalanceTimeout: patience.rebalance,
    maxWaitTimeInMs: mostWait,
    maxBytes: bytesAtOnce,
    allowAutoTopicCreation: false,
    // A failed membership is replaced by a new one, with a new client.
    retry: { retries: 3, restartOnFailure: async () => false },
  });
  let lastSign = performance.now();
  let handling: Promise<void> | undefined;
  const begun: TakingPart["begun"] = new Map();
  const sign = (): void => {
    lastSign = performance.now();
  };
  consumer.on(consumer.events.FETCH, sign);
  consumer.on(consumer.events.HEARTBEAT, sign);
  consumer.on(consumer.events.GROUP_JOIN, () => {
    sign();
    begun.clear();
    onMember();
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));
  // The client would retry on the same connection, which may be dead.
  consumer.on(consumer.events.REQUEST_TIMEOUT, ({ payload: { broker } }) =>
    end(new Error(`${broker} did not answer within ${patience.request} ms`)),
  );
  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    handling = takeBatch({ ...options, begun, seek: consumer.seek, end }, payload);
    try {
      await handling;
    } finally {
      handling = undefined;
      sign();
    }
  };
  return {
    isStill: (ms) => handling === undefined && performance.now() - lastSign > ms,
    async run(topics) {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      await consumer.run({ eachBatchAutoResolve: false, partitionsConsumedConcurrently: 1, eachBatch });
    },
    async leave() {
      const leaving = consumer.disconnect().catch(() => undefined);
      await handling?.catch(() => undefined);
      await within(leaving, 2 * mostWait).catch(() => undefined);
    },
  };
};
