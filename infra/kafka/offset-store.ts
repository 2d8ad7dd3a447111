import type { KafkaMessage } from "kafkajs";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";
import {
  findConsumed,
  type IsConsumed,
  offsetIndex,
  offsetIndexValue,
  offsetPrefix,
  type StoredOffset,
} from "./consumed-events.ts";
import { parseEnvelope } from "./messages.ts";
import { mergeRanges, type PartitionProgress, type PositionRange } from "./position-ranges.ts";
import { kindOfTopic } from "./topics.ts";

export type Partition = {
  topic: string;
  partition: number;
  /** Number of partitions of the topic. */
  of: number;
};

/**
 * Where a partition continues: skip messages before `from`; after it, those that `course` or `isTaken` says were taken.
 * With `seek`, first go to that offset.
 */
export type ResumePoint =
  | { from: bigint; course: PartitionProgress; isTaken: IsConsumed | undefined }
  | { seek: string };

/**
 * A group's progress: each partition's offset, and republished events taken before (ADR 91). Kafka itself forgets
 * offsets a week after the last member left, and with a deleted topic.
 */
export type OffsetStore = {
  /**
   * Decides where to continue, by a partition's first messages after joining, and after a `seek`. If `from` is before
   * them, messages in between were removed.
   */
  resume(partition: Partition, messages: readonly KafkaMessage[]): Promise<ResumePoint>;
  /** Notes that everything up to this message, which must hold an event, was taken. */
  noteConsumed(partition: Partition, message: KafkaMessage, progress: PartitionProgress): void;
  /** Persists one partition's notes or all. */
  flush(partition?: Partition): Promise<void>;
  /** Offset of the next message; "0" if the partition wasn't begun. */
  nextOffset(partition: Partition): Promise<string>;
  /** Events taken of a partition, including those of topics of another name or number of partitions. */
  readConsumed(partition: Partition): Promise<{ taken: readonly PositionRange[]; isTaken: IsConsumed | undefined }>;
  /** Notes that all events of the range were taken without Kafka. `offset`: where the group continues. */
  markConsumed(partition: Partition, range: PositionRange, offset?: string): Promise<void>;
};

export type OffsetStoreScope = { prefix: string; group: string; storeId: string };

const offsetAfter = (offset: string): bigint => BigInt(offset) + 1n;
const offsetBefore = (offset: string): bigint => BigInt(offset) - 1n;

const isStoredOffsetOf = ({ id, position }: StoredOffset, message: KafkaMessage): boolean => {
  const found = parseEnvelope(message);
  return found !== undefined && (id === "" ? found.position <= position : found.id === id);
};

export const createOffsetStore = (
  stateStore: Pick<StateStore, "get" | "put" | "find">,
  { prefix, group, storeId }: OffsetStoreScope,
): OffsetStore => {
  const keyOf = ({ topic, partition, of }: Partition): string =>
    `${offsetPrefix}${prefix}${group}:${topic}:${partition}:${of}`;
  const noted = new Map<string, StoredOffset>();
  const versions = new Map<string, { version: number; taken: readonly PositionRange[] }>();
  const seekRequested = new Set<string>();
  const restarted = new Set<string>();
  const inOtherTopics = new Map<string, IsConsumed | undefined>();

  const read = async (key: string): Promise<StoredOffset | undefined> => {
    const stored = await stateStore.get<StoredOffset>(key);
    const storedOffset = stored?.value.storeId === storeId ? stored.value : undefined;
    versions.set(key, { version: stored?.version ?? 0, taken: storedOffset?.taken ?? [] });
    return storedOffset;
  };
  /** Events taken from topics of another name or number of partitions. */
  const takenElsewhere = async ({ topic, of }: Partition): Promise<IsConsumed | undefined> => {
    const name = `${topic}:${of}`;
    if (!inOtherTopics.has(name)) {
      const kind = kindOfTopic({ prefix }, topic);
      const isOther = (storedOffset: StoredOffset): boolean => storedOffset.topic !== topic || storedOffset.of !== of;
      inOtherTopics.set(name, await findConsumed(stateStore, { storeId, group, kind }, isOther));
    }
    return inOtherTopics.get(name);
  };
  const loadProgress = async (partition: Partition) => {
    const key = keyOf(partition);
    const storedOffset = await read(key);
    const taken = mergeRanges(storedOffset?.taken ?? [], noted.get(key)?.taken ?? []);
    return { place: storedOffset, taken, isTaken: await takenElsewhere(partition) };
  };
  /** Merges with the stored offset: an event taken by either member is taken. */
  const put = async (key: string, storedOffset: StoredOffset): Promise<void> => {
    const index = { [offsetIndex]: offsetIndexValue(group, kindOfTopic({ prefix }, storedOffset.topic)) };
    for (;;) {
      const { version, taken } = versions.get(key) ?? { version: 0, taken: [] };
      const next = { ...storedOffset, taken: mergeRanges(taken, storedOffset.taken) };
      try {
        versions.set(key, {
          version: await stateStore.put(key, next, { ifVersion: version, index, durable: "soon" }),
          taken: next.taken,
        });
        return;
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
        await read(key);
      }
    }
  };

  return {
    async resume(partition, messages) {
      const key = keyOf(partition);
      const first = BigInt(messages[0]?.offset ?? 0);
      const { place: storedOffset, taken, isTaken } = await loadProgress(partition);
      const wasSought = seekRequested.delete(key);
      const fromBeginning: ResumePoint = { from: 0n, course: { taken, last: undefined }, isTaken };
      if (restarted.delete(key)) return fromBeginning;
      if (storedOffset && storedOffset.offset !== "0") {
        const from = BigInt(storedOffset.offset);
        const last = messages.find(({ offset }) => BigInt(offset) === offsetBefore(storedOffset.offset));
        if (last ? isStoredOffsetOf(storedOffset, last) : first === from)
          return { from, course: { taken, last: storedOffset.position }, isTaken };
        if (!last && !wasSought) {
          seekRequested.add(key);
          return { seek: String(offsetBefore(storedOffset.offset)) };
        }
      }
      // Nothing is recorded here, or the topic was recreated.
      if (first === 0n) return fromBeginning;
      restarted.add(key);
      return { seek: "0" };
    },
    noteConsumed(partition, message, { taken }) {
      const envelope = parseEnvelope(message);
      if (!envelope) return;
      const { id, position } = envelope;
      const offset = String(offsetAfter(message.offset));
      noted.set(keyOf(partition), { storeId, ...partition, offset, id, position, taken: [...taken] });
    },
    async nextOffset(partition) {
      const key = keyOf(partition);
      return (noted.get(key) ?? (await read(key)))?.offset ?? "0";
    },
    async readConsumed(partition) {
      const { taken, isTaken } = await loadProgress(partition);
      return { taken, isTaken };
    },
    async markConsumed(partition, range, offset) {
      const key = keyOf(partition);
      const storedOffset = noted.get(key) ?? (await read(key));
      const [, position] = range;
      noted.delete(key);
      const taken = [...(storedOffset?.taken ?? []), range];
      const { topic, partition: number, of } = partition;
      const own = { storeId, topic, partition: number, of, taken };
      await put(
        key,
        offset === undefined && storedOffset
          ? { ...storedOffset, ...own }
          : { ...own, offset: offset ?? "0", id: "", position },
      );
    },
    async flush(partition) {
      const only = partition && keyOf(partition);
      for (const [key, storedOffset] of noted) {
        if (only !== undefined && key !== only) continue;
        await put(key, storedOffset);
        if (noted.get(key) === storedOffset) noted.delete(key);
      }
    },
  };
};
