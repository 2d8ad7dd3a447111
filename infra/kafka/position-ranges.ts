import type { Position } from "../ports/stores/event-store.ts";

/** Inclusive range: all events of a partition in between were taken. */
export type PositionRange = [first: Position, last: Position];

/** Ranges that a group has taken of a partition, and the last event's position. */
export type PartitionProgress = { taken: readonly PositionRange[]; last: Position | undefined };

export const initialProgress: PartitionProgress = { taken: [], last: undefined };

/**
 * Maximum ranges kept: the newest. Usually there is one. Events in forgotten ranges would come again if republished.
 */
const maxRanges = 200;

export const isInRanges = (taken: readonly PositionRange[], position: Position): boolean =>
  taken.some(([first, last]) => first <= position && position <= last);

/** Merges two lists of ranges, joining those that overlap. */
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
 * The relay publishes in order: nothing is missing before a later position. If it restarts further back, events that it
 * skipped come now, and weren't taken.
 */
export const advanceProgress = ({ taken, last }: PartitionProgress, position: Position): PartitionProgress => ({
  taken: mergeRanges(taken, [[last !== undefined && last <= position ? last : position, position]]),
  last: position,
});
