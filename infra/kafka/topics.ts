import { setTimeout as sleep } from "node:timers/promises";
import type { Admin, PartitionMetadata } from "kafkajs";
import { typeOf } from "./troubles.ts";
import type { Connection } from "./url.ts";

/** Topics are named by letters, digits and a few signs alone; what else a name holds is written in hex. */
const encoded = (kind: string): string =>
  kind.replace(/[^a-zA-Z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`);

/**
 * Streams share a topic whose names, or kinds, are alike up to the first dash: `export-42` and `export`. No list decides it, so that a stream
 * never moves to another topic, where its order would end.
 */
export const topicOf = ({ prefix }: Pick<Connection, "prefix">, streamOrKind: string): string =>
  `${prefix}events.${encoded(streamOrKind.split("-", 1)[0] ?? "")}`;

/** The topics of Sheaf's that are there. */
export const listTopics = async (admin: Admin, { prefix }: Pick<Connection, "prefix">): Promise<string[]> =>
  (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}events.`)).sort();

/**
 * Events are kept for good: a group that is new begins with the first. Whoever has two machines waits until two have an event. No other codec
 * than the producer's: the client reads gzip alone.
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

/** Makes those that are not there, and waits until every machine knows them. Several may do it at once. */
export const makeTopics = async (
  admin: Admin,
  { partitions, replication, prefix }: Connection,
  wanted: readonly string[],
  timeout: number,
): Promise<void> => {
  const there = new Set(await listTopics(admin, { prefix }));
  const missing = wanted.filter((topic) => !there.has(topic));
  if (missing.length === 0) return;
  const { brokers } = await admin.describeCluster();
  const replicationFactor = replication ?? Math.min(3, Math.max(1, brokers.length));
  for (const topic of missing) {
    const made = { topic, numPartitions: partitions, replicationFactor, configEntries: settingsOf(replicationFactor) };
    await admin.createTopics({ topics: [made], waitForLeaders: false, timeout }).catch((error: unknown) => {
      if (typeOf(error) !== "TOPIC_ALREADY_EXISTS") throw error;
    });
  }
  await partitionsOf(admin, missing, timeout);
};

/** Of a topic that was made a moment ago. */
const notYet: readonly unknown[] = ["UNKNOWN_TOPIC_OR_PARTITION", "LEADER_NOT_AVAILABLE"];

/** Of each topic, its partitions, by number. */
export const partitionsOf = async (
  admin: Admin,
  topics: readonly string[],
  timeout: number,
): Promise<Map<string, PartitionMetadata[]>> => {
  const until = performance.now() + timeout;
  for (;;) {
    try {
      const found = await admin.fetchTopicMetadata({ topics: [...topics] });
      return new Map(
        found.topics.map(({ name, partitions }) => [
          name,
          partitions.toSorted((a, b) => a.partitionId - b.partitionId),
        ]),
      );
    } catch (error) {
      if (!notYet.includes(typeOf(error)) || performance.now() > until) throw error;
      await sleep(50);
    }
  }
};
