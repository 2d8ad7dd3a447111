import type { Position } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { partitionOf } from "./partition-of.ts";
import { isWithin, type Stretch } from "./stretches.ts";

/** Key prefix of a group's place in a partition. */
export const placePrefix = "kafka-place:";
/**
 * Index field that finds all of a group's places among streams of one kind, whatever the topic's name and number of
 * partitions.
 */
export const placeIndex = "kafka-place";
export const indexedAs = (group: string, kind: string): string => `${group} ${kind}`;

/**
 * A group's place in a partition of `of` partitions. `offset`: of the next message. `id` and `position`: of the event
 * before it; they tell a recreated topic from the one that was read. `id` is empty if the group got there by the event
 * store (`catch-up.ts`); the event before then has at most `position`. `taken`: ranges of event store positions that
 * the group took of these streams; they outlive the topic.
 */
export type Place = {
  storeId: string;
  topic: string;
  partition: number;
  of: number;
  offset: string;
  id: string;
  position: Position;
  taken: Stretch[];
};

/** Enough for topics of up to 10,000 partitions each, recreated often. */
const mostPlaces = 100_000;

/** Tells if an event was taken, by a group's places among streams of its kind; `isMeant` selects places. */
export type IsTaken = (event: { stream: string; position: Position }) => boolean;

export const takenAmong = async (
  stateStore: Pick<StateStore, "find">,
  { storeId, group, kind }: { storeId: string; group: string; kind: string },
  isMeant: (place: Place) => boolean = () => true,
): Promise<IsTaken | undefined> => {
  const found = await stateStore.find<Place>(placeIndex, indexedAs(group, kind), mostPlaces);
  const places = found.map(({ value }) => value).filter((place) => place.storeId === storeId && isMeant(place));
  if (places.length === 0) return undefined;
  const counts = [...Map.groupBy(places, ({ of }) => of)].map(([of, some]) => ({
    of,
    byPartition: Map.groupBy(some, ({ partition }) => partition),
  }));
  return ({ stream, position }) =>
    counts.some(({ of, byPartition }) =>
      byPartition.get(partitionOf(stream, of))?.some(({ taken }) => isWithin(taken, position)),
    );
};
