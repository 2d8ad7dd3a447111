import type { KafkaMessage } from "kafkajs";
import { StateConflict, type StateStore } from "../ports/stores/state-store.ts";
import { envelopeOf } from "./messages.ts";
import { type Course, joined, type Stretch } from "./stretches.ts";
import { type IsTaken, indexedAs, type Place, placeIndex, placePrefix, takenAmong } from "./taken.ts";
import { kindOfTopic } from "./topics.ts";

/** `of`: number of partitions of the topic. */
export type Partition = { topic: string; partition: number; of: number };

/**
 * Instructions for messages of which the group may have taken some. Skip those before `from`; after it, skip those that
 * the course or other topics' places list as taken. Or `seek` first.
 */
export type Begun = { from: bigint; course: Course; isTaken: IsTaken | undefined } | { seek: string };

/**
 * A group's progress, kept outside Kafka, which by default forgets it a week after the last member left, and with a
 * deleted topic. It holds the group's offset in each partition, and which republished events it took before (ADR 91).
 */
export type Places = {
  /**
   * Called with a partition's first messages after joining, and again after a `seek`. A `from` before those messages
   * means that the messages in between were removed.
   */
  begin(partition: Partition, messages: readonly KafkaMessage[]): Promise<Begun>;
  /** Notes that everything up to this message was taken; it must hold an event. */
  note(partition: Partition, message: KafkaMessage, course: Course): void;
  /** Persists the notes of one partition or of all. */
  write(partition?: Partition): Promise<void>;
  /** Offset of the group's next message in a partition; "0" if it has not begun. */
  nextOffset(partition: Partition): Promise<string>;
  /**
   * Events taken of a partition's streams, by its own place and by places in topics of another name or number of
   * partitions.
   */
  takenOf(partition: Partition): Promise<{ taken: readonly Stretch[]; isTaken: IsTaken | undefined }>;
  /**
   * Persists that all events of a partition's streams in the range were taken without Kafka. `offset`: where the group
   * continues.
   */
  took(partition: Partition, stretch: Stretch, offset?: string): Promise<void>;
};

export type PlacesOf = { prefix: string; group: string; storeId: string };

const after = (offset: string): bigint => BigInt(offset) + 1n;
const before = (offset: string): bigint => BigInt(offset) - 1n;

const standsThere = ({ id, position }: Place, message: KafkaMessage): boolean => {
  const found = envelopeOf(message);
  return found !== undefined && (id === "" ? found.position <= position : found.id === id);
};

export const createPlaces = (
  stateStore: Pick<StateStore, "get" | "put" | "find">,
  { prefix, group, storeId }: PlacesOf,
): Places => {
  const keyOf = ({ topic, partition, of }: Partition): string =>
    `${placePrefix}${prefix}${group}:${topic}:${partition}:${of}`;
  const noted = new Map<string, Place>();
  const versions = new Map<string, { version: number; taken: readonly Stretch[] }>();
  const sought = new Set<string>();
  const begunAnew = new Set<string>();
  const elsewhere = new Map<string, IsTaken | undefined>();

  const read = async (key: string): Promise<Place | undefined> => {
    const stored = await stateStore.get<Place>(key);
    const place = stored?.value.storeId === storeId ? stored.value : undefined;
    versions.set(key, { version: stored?.version ?? 0, taken: place?.taken ?? [] });
    return place;
  };
  /** Events taken from topics that had another name or number of partitions. */
  const takenElsewhere = async ({ topic, of }: Partition): Promise<IsTaken | undefined> => {
    const name = `${topic}:${of}`;
    if (!elsewhere.has(name)) {
      const kind = kindOfTopic({ prefix }, topic);
      const isOther = (place: Place): boolean => place.topic !== topic || place.of !== of;
      elsewhere.set(name, await takenAmong(stateStore, { storeId, group, kind }, isOther));
    }
    return elsewhere.get(name);
  };
  const known = async (partition: Partition) => {
    const key = keyOf(partition);
    const place = await read(key);
    const taken = joined(place?.taken ?? [], noted.get(key)?.taken ?? []);
    return { place, taken, isTaken: await takenElsewhere(partition) };
  };
  /** Merges with another member's writes: what either took was taken. */
  const put = async (key: string, place: Place): Promise<void> => {
    const index = { [placeIndex]: indexedAs(group, kindOfTopic({ prefix }, place.topic)) };
    for (;;) {
      const { version, taken } = versions.get(key) ?? { version: 0, taken: [] };
      const next = { ...place, taken: joined(taken, place.taken) };
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
    async begin(partition, messages) {
      const key = keyOf(partition);
      const first = BigInt(messages[0]?.offset ?? 0);
      const { place, taken, isTaken } = await known(partition);
      const wasSought = sought.delete(key);
      const fromBeginning: Begun = { from: 0n, course: { taken, last: undefined }, isTaken };
      if (begunAnew.delete(key)) return fromBeginning;
      if (place && place.offset !== "0") {
        const from = BigInt(place.offset);
        const last = messages.find(({ offset }) => BigInt(offset) === before(place.offset));
        if (last ? standsThere(place, last) : first === from)
          return { from, course: { taken, last: place.position }, isTaken };
        if (!last && !wasSought) {
          sought.add(key);
          return { seek: String(before(place.offset)) };
        }
      }
      // Nothing was noted here, or the topic was recreated.
      if (first === 0n) return fromBeginning;
      begunAnew.add(key);
      return { seek: "0" };
    },
    note(partition, message, { taken }) {
      const envelope = envelopeOf(message);
      if (!envelope) return;
      const { id, position } = envelope;
      const offset = String(after(message.offset));
      noted.set(keyOf(partition), { storeId, ...partition, offset, id, position, taken: [...taken] });
    },
    async nextOffset(partition) {
      const key = keyOf(partition);
      return (noted.get(key) ?? (await read(key)))?.offset ?? "0";
    },
    async takenOf(partition) {
      const { taken, isTaken } = await known(partition);
      return { taken, isTaken };
    },
    async took(partition, stretch, offset) {
      const key = keyOf(partition);
      const place = noted.get(key) ?? (await read(key));
      const [, position] = stretch;
      noted.delete(key);
      const taken = [...(place?.taken ?? []), stretch];
      const { topic, partition: number, of } = partition;
      const own = { storeId, topic, partition: number, of, taken };
      await put(
        key,
        offset === undefined && place ? { ...place, ...own } : { ...own, offset: offset ?? "0", id: "", position },
      );
    },
    async write(partition) {
      const only = partition && keyOf(partition);
      for (const [key, place] of noted) {
        if (only !== undefined && key !== only) continue;
        await put(key, place);
        if (noted.get(key) === place) noted.delete(key);
      }
    },
  };
};
