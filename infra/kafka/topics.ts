import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, PartitionMetadata } from "kafkajs";
import { getErrorCode, TooFewBrokers } from "./errors.ts";
import type { Connection } from "./url.ts";

/** Encodes a kind: topic names allow few characters; all others become hex. */
const encoded = (kind: string): string =>
  kind.replace(/[^a-zA-Z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`);

/** Kind of a stream, spelled as in topic names. */
export const toTopicKind = (streamOrKind: string): string => encoded(streamOrKind.split("-", 1)[0] ?? "");

const toTopicPrefix = ({ prefix }: Pick<Connection, "prefix">): string => `${prefix}events.`;

/**
 * Name of a kind's topic: `export-42` and `export` give the same, as the part before the first dash decides. A
 * configured list could move a stream to another topic, which would break its order.
 */
export const toTopicName = (of: Pick<Connection, "prefix">, streamOrKind: string): string =>
  `${toTopicPrefix(of)}${toTopicKind(streamOrKind)}`;

export const kindOfTopic = (of: Pick<Connection, "prefix">, topic: string): string =>
  topic.slice(toTopicPrefix(of).length);

export const listTopics = async (admin: Admin, of: Pick<Connection, "prefix">): Promise<string[]> =>
  (await admin.listTopics()).filter((topic) => topic.startsWith(toTopicPrefix(of))).sort();

/**
 * A new group begins with the first event, so all are kept for good. With two or more replicas, a write waits for two.
 * No codec but the producer's: the client reads gzip alone.
 */
const settingsOf = (replication: number): { name: string; value: string }[] =>
  Object.entries({
    "cleanup.policy": "delete",
    "retention.ms": "-1",
    "retention.bytes": "-1",
    "max.message.bytes": "1048588",
    "compression.type": "producer",
    "unclean.leader.election.enable": "false",
    "min.insync.replicas": replication > 1 ? "2" : "1",
  }).map(([name, value]) => ({ name, value }));

/**
 * Creates missing topics, and waits until every broker knows them. Safe to run concurrently. A topic keeps its
 * replication for good: more brokers later don't raise it.
 * @throws {TooFewBrokers} fewer brokers are up than replicas wanted
 */
export const ensureTopics = async (
  admin: Admin,
  { partitions, replication, prefix }: Connection,
  wanted: readonly string[],
  timeout: number,
): Promise<void> => {
  const existing = new Set(await listTopics(admin, { prefix }));
  const missing = wanted.filter((topic) => !existing.has(topic));
  if (missing.length === 0) return;
  const { brokers } = await admin.describeCluster();
  const tooFew = (cause?: unknown): TooFewBrokers => new TooFewBrokers(brokers.length, replication, { cause });
  if (brokers.length < replication) throw tooFew();
  const configEntries = settingsOf(replication);
  for (const topic of missing) {
    const made = { topic, numPartitions: partitions, replicationFactor: replication, configEntries };
    await admin.createTopics({ topics: [made], waitForLeaders: false, timeout }).catch((error: unknown) => {
      if (getErrorCode(error) === "INVALID_REPLICATION_FACTOR") throw tooFew(error);
      if (getErrorCode(error) !== "TOPIC_ALREADY_EXISTS") throw error;
    });
  }
  await fetchPartitions(admin, missing, timeout);
};

/** Settings by which Kafka removes events, as `retention.ms=604800000`. */
const removalSettingsOf = (value: (name: string) => string): string[] => {
  const policy = value("cleanup.policy");
  const isRemoving = (name: string): boolean =>
    name === "cleanup.policy" ? policy.includes("compact") : policy.includes("delete") && value(name) !== "-1";
  return ["cleanup.policy", "retention.ms", "retention.bytes"]
    .filter(isRemoving)
    .map((name) => `${name}=${value(name)}`);
};

/** Copy of the library's constant: importing it would load the library where Kafka isn't used. */
const topicResource = 2;

/**
 * Finds topics that lose events, such as `sheaf.events.export (retention.ms=604800000)`. Undefined if Kafka doesn't
 * say.
 */
export const findTopicsWithRetention = async (
  admin: Admin,
  topics: readonly string[],
): Promise<string[] | undefined> => {
  const asked = {
    type: topicResource,
    configNames: ["cleanup.policy", "retention.ms", "retention.bytes"],
  };
  try {
    const { resources } = await admin.describeConfigs({
      resources: topics.map((name) => ({ ...asked, name })),
      includeSynonyms: false,
    });
    return resources.flatMap(({ resourceName, configEntries }) => {
      const values = new Map(configEntries.map(({ configName, configValue }) => [configName, configValue]));
      const found = removalSettingsOf((name) => values.get(name) ?? "");
      return found.length > 0 ? [`${resourceName} (${found.join(", ")})`] : [];
    });
  } catch (error) {
    if (getErrorCode(error) === "TOPIC_AUTHORIZATION_FAILED") return undefined;
    throw error;
  }
};

export const findUnderReplicated = (
  replication: number,
  topics: ReadonlyMap<string, readonly PartitionMetadata[]>,
): string[] =>
  [...topics].flatMap(([topic, all]) => (all.some(({ replicas }) => replicas.length < replication) ? [topic] : []));

/** Errors that are normal for a new topic. */
const transientErrors: readonly unknown[] = [
  "UNKNOWN_TOPIC_OR_PARTITION",
  "LEADER_NOT_AVAILABLE",
  "NOT_LEADER_FOR_PARTITION",
];

/** Retries while brokers don't know the topic, or a partition has no leader. */
export const retryUntilLeader = async <Answer>(ask: () => Promise<Answer>, timeout: number): Promise<Answer> => {
  const until = performance.now() + timeout;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!transientErrors.includes(getErrorCode(error)) || performance.now() > until) throw error;
      await sleep(50);
    }
  }
};

export const fetchPartitions = async (
  admin: Admin,
  topics: readonly string[],
  timeout: number,
): Promise<Map<string, PartitionMetadata[]>> => {
  const found = await retryUntilLeader(() => admin.fetchTopicMetadata({ topics: [...topics] }), timeout);
  return new Map(
    found.topics.map(({ name, partitions }) => [name, partitions.toSorted((a, b) => a.partitionId - b.partitionId)]),
  );
};
