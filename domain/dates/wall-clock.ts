import { zoneChanges } from "./zone-changes.ts";

const hour = 3_600_000;
/** No clock was ever this far from UTC. */
const farthest = 16 * hour;
/** No clock was ever put back as far as this. */
const longestRepeat = 25 * hour;

/** What a clock change leaves out: the wall-clock times from `from` up to `to`, which all fall on the instant `at`; ms. */
type Gap = { at: number; from: number; to: number };

/**
 * The clock on the wall of a place, as one that only ever goes on: where clocks are put back it stands still until they are as far again.
 * So every wall-clock time (ms that UTC would call by the same day and time) has one instant, and the order of the two is the same:
 * `instantOf(wall) <= instant` exactly where `wall <= shownBy(instant)`.
 */
export type WallClock = {
  /** The instant of a wall-clock time: of one that comes twice the first, of one that is skipped the first after the gap. */
  instantOf: (wall: number) => number;
  /** The latest wall-clock time that has been reached at an instant. */
  shownBy: (instant: number) => number;
  /** The gaps at `from` or after it and before `to`, in order. */
  gaps: (from: number, to: number) => Gap[];
};

/** @throws {UnknownTimezone} */
export const wallClock = (zone: string): WallClock => {
  const { offset, between } = zoneChanges(zone);

  const instantOf = (wall: number): number => {
    let begun = wall - farthest;
    let ahead = offset(begun);
    for (const change of between(begun + 1, wall + farthest)) {
      const reached = Math.max(begun, wall - ahead);
      if (reached < change.at) return reached;
      [begun, ahead] = [change.at, change.after];
    }
    return Math.max(begun, wall - ahead);
  };

  const shownBy = (instant: number): number =>
    between(instant - longestRepeat, instant + 1).reduce(
      (latest, { at, before }) => Math.max(latest, at - 1 + before),
      instant + offset(instant),
    );

  const gaps = (from: number, to: number): Gap[] =>
    between(from, to)
      .map(({ at }) => ({ at, from: shownBy(at - 1) + 1, to: shownBy(at) }))
      .filter((gap) => gap.from < gap.to);

  return { instantOf, shownBy, gaps };
};
