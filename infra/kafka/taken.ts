import type { Position } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { partitionOf } from "./partition-of.ts";
import { isWithin, type Stretch } from "./stretches.ts";

/** Where a group's place in a partition is kept. */
export const placePrefix = "kafka-place:";
/** By which all places of a group among streams of one kind are found, whatever their topic was called and how many partitions it had. */
export const placeIndex = "kafka-place";
export const indexedAs = (group: string, kind: string): string => `${group} ${kind}`;

/**
 * A group's place in a partition of `of` partitions. `offset`: of the next message; `id` and `position`: of the event before it, by which a
 * topic that was made anew is told from the one that was read. `id` is empty where the group came there by the event store (`catch-up.ts`):
 * then the event before it stands at `position` at the latest. `taken`: what the group took of the streams that stand there, by positions of
 * the event store: that outlives the topic.
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

/** Of topics with up to 10,000 partitions each, so often made anew. */
const mostPlaces = 100_000;

/** Whether an event was taken, by a group's places among streams of its kind; of those that `isMeant` alone. */
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
