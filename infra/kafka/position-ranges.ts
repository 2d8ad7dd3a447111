import type { Position } from "../ports/stores/event-store.ts";

/** A range of positions, both inclusive: all events of a partition in it were taken. */
export type PositionRange = [first: Position, last: Position];

/** A group's progress in a partition: ranges taken, and the position of the last event taken. */
export type PartitionProgress = { taken: readonly PositionRange[]; last: Position | undefined };

export const initialProgress: PartitionProgress = { taken: [], last: undefined };

/**
 * Most ranges kept, the newest; usually there is one. Events in forgotten ranges would be heard again, if ever
 * republished.
 */
const maxRanges = 200;

export const isInRanges = (taken: readonly PositionRange[], position: Position): boolean =>
  taken.some(([first, last]) => first <= position && position <= last);

/** Merges overlapping ranges. */
export const mergeRanges = (one: readonly PositionRange[], other: readonly PositionRange[]): PositionRange[] => {
  const all: PositionRange[] = [];
  for (const [first, last] of [...one, ...other].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = all.at(-1);
    if (!before || before[1] < first) all.push([first, last]);
    else if (before[1] < last) before[1] = last;
  }
  return all.slice(-maxRanges);
};

/**
 * The course after one more event. The relay publishes all events in order, so if the next message has a later
 * position, none is missing in between. The relay may restart further back; events that it skipped before then come
 * now, and were not taken.
 */
export const advanceProgress = ({ taken, last }: PartitionProgress, position: Position): PartitionProgress => ({
  taken: mergeRanges(taken, [[last !== undefined && last <= position ? last : position, position]]),
  last: position,
});
