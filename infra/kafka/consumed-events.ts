import type { Position } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { choosePartition } from "./choose-partition.ts";
import { isInRanges, type PositionRange } from "./position-ranges.ts";

/** Key prefix of a group's place in a partition. */
export const offsetPrefix = "kafka-place:";
/** Finds a group's places in one kind's streams, whatever the topic's name and partitions. */
export const offsetIndex = "kafka-place";
export const offsetIndexValue = (group: string, kind: string): string => `${group} ${kind}`;

/** A group's place in a partition. */
export type StoredOffset = {
  storeId: string;
  topic: string;
  partition: number;
  /** Number of partitions of the topic. */
  of: number;
  offset: string;
  /**
   * ID of the event before `offset`; with `position`, reveals a recreated topic. Empty after a catch-up
   * (`catch-up.ts`).
   */
  id: string;
  /** Position of the event before `offset`; without `id`, an upper bound. */
  position: Position;
  /** Event store positions taken of these streams; they outlive the topic. */
  taken: PositionRange[];
};

/** Enough for topics of 10,000 partitions each, often recreated. */
const maxOffsets = 100_000;

/** True if a group has taken an event, by its places among streams of the same kind. `isMeant` selects some. */
export type IsConsumed = (event: { stream: string; position: Position }) => boolean;

export const findConsumed = async (
  stateStore: Pick<StateStore, "find">,
  { storeId, group, kind }: { storeId: string; group: string; kind: string },
  isMeant: (storedOffset: StoredOffset) => boolean = () => true,
): Promise<IsConsumed | undefined> => {
  const found = await stateStore.find<StoredOffset>(offsetIndex, offsetIndexValue(group, kind), maxOffsets);
  const storedOffsets = found
    .map(({ value }) => value)
    .filter((storedOffset) => storedOffset.storeId === storeId && isMeant(storedOffset));
  if (storedOffsets.length === 0) return undefined;
  const counts = [...Map.groupBy(storedOffsets, ({ of }) => of)].map(([of, some]) => ({
    of,
    byPartition: Map.groupBy(some, ({ partition }) => partition),
  }));
  return ({ stream, position }) =>
    counts.some(({ of, byPartition }) =>
      byPartition.get(choosePartition(stream, of))?.some(({ taken }) => isInRanges(taken, position)),
    );
};
