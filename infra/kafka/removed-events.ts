import type { Admin } from "kafkajs";
import type { OffsetStore, Partition } from "./offset-store.ts";
import { retryUntilLeader } from "./topics.ts";

/** Kafka removed events before a group read them. */
export type PartitionGap = Partition & {
  /** End offset when the gap was noticed. */
  end: string;
};

/** Kafka removed events by retention, compaction or deletion. */
export class EventsRemoved extends Error {
  override name = "EventsRemoved";
  readonly partitions: readonly PartitionGap[];
  constructor(partitions: readonly PartitionGap[]) {
    super("Kafka has removed events that were not received");
    this.partitions = partitions;
  }
}

/**
 * Finds partitions that lack a group's next events. A partition that still has its first message needs no group offset.
 * `timeout`: ms that a topic may be without a leader.
 */
export const findPartitionGaps = async (
  admin: Admin,
  offsets: Pick<OffsetStore, "nextOffset">,
  topics: ReadonlyMap<string, number>,
  timeout: number,
): Promise<PartitionGap[]> => {
  const gaps: PartitionGap[] = [];
  const checkTopic = async (topic: string, of: number): Promise<void> => {
    for (const { partition, low, high } of await retryUntilLeader(() => admin.fetchTopicOffsets(topic), timeout)) {
      const where = { topic, partition, of };
      if (low !== "0" && BigInt(low) > BigInt(await offsets.nextOffset(where))) gaps.push({ ...where, end: high });
    }
  };
  await Promise.all([...topics].map(([topic, of]) => checkTopic(topic, of)));
  return gaps;
};

/** Formats as "sheaf.events.export (partitions 0, 3), …". */
export const describePartitions = (partitions: readonly PartitionGap[]): string =>
  [...Map.groupBy(partitions, ({ topic }) => topic)]
    .map(([topic, some]) => {
      const numbers = some.map(({ partition }) => partition).sort((a, b) => a - b);
      return `${topic} (${numbers.length === 1 ? "partition" : "partitions"} ${numbers.join(", ")})`;
    })
    .join(", ");
