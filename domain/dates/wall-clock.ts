import { zoneChanges } from "./zone-changes.ts";

const hour = 3_600_000;
/** Above any real UTC offset, ms. */
const maxUtcOffset = 16 * hour;
/** Above any real backward clock change, ms. */
const maxBackwardChange = 25 * hour;

/** Wall-clock times (ms) in [from, to) that a clock change skips; all map to the instant `at`. */
type Gap = { at: number; from: number; to: number };

/**
 * A zone's monotonic wall clock: when clocks are set back, it stands still until they catch up. Each wall-clock time
 * (local time as if it were UTC, ms) has one instant, in the same order: `toInstant(wall) <= instant` exactly if `wall
 * <= latestWallTimeAt(instant)`.
 */
export type WallClock = {
  /** Returns the first instant of a time that occurs twice, and the first after the gap for a skipped one. */
  toInstant: (wall: number) => number;
  latestWallTimeAt: (instant: number) => number;
  /** Lists gaps in [from, to), in order. */
  gaps: (from: number, to: number) => Gap[];
};

/** @throws {UnknownTimezone} */
export const createWallClock = (zone: string): WallClock => {
  const { offset, between } = zoneChanges(zone);

  const instantOf = (wall: number): number => {
    let begun = wall - maxUtcOffset;
    let ahead = offset(begun);
    for (const change of between(begun + 1, wall + maxUtcOffset)) {
      const reached = Math.max(begun, wall - ahead);
      if (reached < change.at) return reached;
      [begun, ahead] = [change.at, change.after];
    }
    return Math.max(begun, wall - ahead);
  };

  const shownBy = (instant: number): number =>
    between(instant - maxBackwardChange, instant + 1).reduce(
      (latest, { at, before }) => Math.max(latest, at - 1 + before),
      instant + offset(instant),
    );

  const gaps = (from: number, to: number): Gap[] =>
    between(from, to)
      .map(({ at }) => ({ at, from: shownBy(at - 1) + 1, to: shownBy(at) }))
      .filter((gap) => gap.from < gap.to);

  return { toInstant: instantOf, latestWallTimeAt: shownBy, gaps };
};
