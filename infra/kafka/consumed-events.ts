import type { Position } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { choosePartition } from "./choose-partition.ts";
import { isInRanges, type PositionRange } from "./position-ranges.ts";

/** Key prefix of a group's place in a partition. */
export const offsetPrefix = "kafka-place:";
/**
 * Index field that finds all of a group's places among streams of one kind, whatever the topic's name and number of
 * partitions.
 */
export const offsetIndex = "kafka-place";
export const offsetIndexValue = (group: string, kind: string): string => `${group} ${kind}`;

/**
 * A group's place in a partition of `of` partitions. `offset`: of the next message. `id` and `position`: of the event
 * before it; they tell a recreated topic from the one that was read. `id` is empty if the group got there by the event
 * store (`catch-up.ts`); the event before then has at most `position`. `taken`: ranges of event store positions that
 * the group took of these streams; they outlive the topic.
 */
export type StoredOffset = {
  storeId: string;
  topic: string;
  partition: number;
  of: number;
  offset: string;
  id: string;
  position: Position;
  taken: PositionRange[];
};

/** Enough for topics of up to 10,000 partitions each, recreated often. */
const maxOffsets = 100_000;

/** Tells if an event was taken, by a group's places among streams of its kind; `isMeant` selects places. */
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
