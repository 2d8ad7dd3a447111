import { floorToIsoSeconds } from "../dates/local-time.ts";
import { createWallClock, type WallClock } from "../dates/wall-clock.ts";
import { createPlannedTimes, wallMidnight, wallMidnightAfter } from "./planned-times.ts";
import type { Schedule, ScheduleProgress, Slot } from "./schedule.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Planned times after `after` and up to `until`. */
type PlannedRange = { after: number; until: number };

/**
 * Maps a schedule's planned times to instants of its zone. Those whose periods end at the same instant, because clocks
 * skipped the time between, form one slot, at the first of them: 02:00 and 03:00 if that hour was skipped.
 */
export type Timeline = {
  /**
   * The part of the plan that may have slots of `since`, within the schedule's days and up to an instant (ms). Null:
   * open.
   */
  toRange: (since: ScheduleProgress | null, until: number | null) => PlannedRange;
  /** Planned time of the first slot, if any. */
  first: (stretch: PlannedRange) => number | null;
  /** Planned time of the last slot, if any. */
  findLast: (stretch: PlannedRange) => number | null;
  count: (stretch: PlannedRange) => number;
  slot: (planned: number) => Slot;
};

/** @throws {UnknownTimezone} */
export const createScheduleTimeline = (schedule: Schedule): Timeline => {
  const plan = createPlannedTimes(schedule);
  const clock = createWallClock(schedule.zone);
  const { toInstant, latestWallTimeAt } = clock;
  const periodEnd = (planned: number): number => toInstant(plan.boundary(planned));

  /** Bounds the planned times, not the instants: a clock change may move a slot of the last day into the next. */
  const opens = schedule.startsFrom === null ? -Infinity : wallMidnight(schedule.startsFrom) - 1;
  const closes = schedule.endsTo === null ? Infinity : wallMidnightAfter(schedule.endsTo) - 1;

  /** True if the planned time before ends its period at the same instant. */
  const joinsOneBefore = (planned: number): boolean => {
    const boundary = plan.boundary(planned);
    const end = toInstant(boundary);
    // The clock showed the time just before the boundary, so nothing earlier ends here.
    if (latestWallTimeAt(end - 1) === boundary - 1) return false;
    const before = plan.findLast(planned - 1);
    return before > opens && periodEnd(before) === end;
  };

  /** The last planned time done at this progress. */
  const reachedBy = ({ after, coveredUntil }: ScheduleProgress): number =>
    Math.max(
      latestWallTimeAt(Date.parse(after)),
      coveredUntil === null ? -Infinity : plan.latestWithBoundary(latestWallTimeAt(Date.parse(coveredUntil))),
    );

  const first = ({ after, until }: PlannedRange): number | null => {
    let planned = plan.next(after);
    while (planned <= until && joinsOneBefore(planned)) planned = plan.next(planned);
    return planned <= until ? planned : null;
  };

  const last = ({ after, until }: PlannedRange): number | null => {
    if (until <= after) return null;
    let planned = plan.findLast(until);
    while (planned > after && joinsOneBefore(planned)) planned = plan.findLast(planned - 1);
    return planned > after ? planned : null;
  };

  /** Counts times in one gap that join the time before them. */
  const joinedAt = (from: number, to: number, { after, until }: PlannedRange): number => {
    const end = plan.latestWithBoundary(to);
    // The gap's first planned time is the slot.
    const slot = plan.next(Math.max(plan.latestWithBoundary(from - 1), opens));
    return slot > end ? 0 : plan.count(Math.max(slot, after), Math.min(end, until));
  };

  const count = (stretch: PlannedRange): number => {
    const planned = plan.count(stretch.after, stretch.until);
    if (planned === 0) return 0;
    // The times of a skipped day may be up to a day behind its gap.
    const gaps = clock.gaps(toInstant(stretch.after) - 2 * day, toInstant(stretch.until) + 1);
    return gaps.reduce((rest, { from, to }) => rest - joinedAt(from, to, stretch), planned);
  };

  return {
    toRange: (since, until) => ({
      after: Math.max(opens, since === null ? -Infinity : reachedBy(since)),
      until: until === null ? closes : Math.min(latestWallTimeAt(until), closes),
    }),
    first,
    findLast: last,
    count,
    slot: (planned) => {
      const at = toInstant(planned);
      return {
        at: floorToIsoSeconds(at),
        runAt: floorToIsoSeconds(at + schedule.delay * hour),
        to: floorToIsoSeconds(periodEnd(planned)),
      };
    },
  };
};

/** End of a day, ms. */
export const toDayEnd = (date: string, { toInstant }: WallClock): number => toInstant(wallMidnightAfter(date));
