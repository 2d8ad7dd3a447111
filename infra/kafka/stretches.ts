import type { Position } from "../ports/stores/event-store.ts";

/** All events of a partition from one position to another were taken, those two among them. */
export type Stretch = [first: Position, last: Position];

/** How far a group is with a partition: what it took, and the position of the event that it took last. */
export type Course = { taken: readonly Stretch[]; last: Position | undefined };

export const unbegun: Course = { taken: [], last: undefined };

/** So many are kept, the newest: what is forgotten is heard again, should it ever be published again. As a rule there is one. */
const mostStretches = 200;

export const isWithin = (taken: readonly Stretch[], position: Position): boolean =>
  taken.some(([first, last]) => first <= position && position <= last);

/** Those that meet are one. */
export const joined = (one: readonly Stretch[], other: readonly Stretch[]): Stretch[] => {
  const all: Stretch[] = [];
  for (const [first, last] of [...one, ...other].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const before = all.at(-1);
    if (!before || before[1] < first) all.push([first, last]);
    else if (before[1] < last) before[1] = last;
  }
  return all.slice(-mostStretches);
};

/**
 * The course after one event more. Between a message and the next one of a partition no event is left out when it is a later one, as a relay
 * publishes all in their order. It may begin again further back: what it left out before, if anything, comes then, and was not taken.
 */
export const goOn = ({ taken, last }: Course, position: Position): Course => ({
  taken: joined(taken, [[last !== undefined && last <= position ? last : position, position]]),
  last: position,
});
