import { Frequency } from "../enumerations.ts";
import { createCalendar } from "./calendar.ts";
import { getIntervalHours } from "./frequencies.ts";
import type { Schedule } from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A schedule's wall-clock times, ignoring clock changes, first and last day. A wall-clock time is the ms at which UTC
 * shows the same day and time.
 */
export type PlannedTimes = {
  next: (after: number) => number;
  /** Last planned time not after `until`. */
  findLast: (until: number) => number;
  /** Planned times after `after` and up to `until`. */
  count: (after: number, until: number) => number;
  /** End of the period: the full hour, or the midnight before. */
  boundary: (planned: number) => number;
  /**
   * The latest time whose boundary is not after this one. If the boundary is reported, all planned times up to it are.
   */
  latestWithBoundary: (boundary: number) => number;
};

export const createPlannedTimes = (schedule: Schedule): PlannedTimes => {
  const hours = getIntervalHours(schedule.frequency);
  if (hours !== null) {
    return {
      ...createEquidistantTimes(hours * hour, 0),
      boundary: (planned) => planned,
      latestWithBoundary: (boundary) => boundary,
    };
  }
  const midnight = (wall: number): number => Math.floor(wall / day) * day;
  return {
    ...createDailyTimes(schedule),
    boundary: midnight,
    latestWithBoundary: (boundary) => midnight(boundary) + day - 1,
  };
};

type Times = Pick<PlannedTimes, "next" | "findLast" | "count">;

const createDailyTimes = (schedule: Schedule): Times => {
  const time = schedule.customHour * minute;
  if (schedule.frequency === Frequency.Every48Hours) {
    return createEquidistantTimes(2 * day, wallMidnight(schedule.startsFrom ?? schedule.countedFrom) + time);
  }
  const { next, findLast, count } = createCalendar(schedule);
  return {
    next: (after) => next(after - time) + time,
    findLast: (until) => findLast(until - time) + time,
    count: (after, until) => count(after - time, until - time),
  };
};

/** Times at equal distances, one of them at `phase`. */
const createEquidistantTimes = (distance: number, phase: number): Times => {
  const stepsUntil = (time: number): number => Math.floor((time - phase) / distance);
  return {
    next: (after) => phase + (stepsUntil(after) + 1) * distance,
    findLast: (until) => phase + stepsUntil(until) * distance,
    count: (after, until) => Math.max(0, stepsUntil(until) - stepsUntil(after)),
  };
};

/** Beginning of a day (`YYYY-MM-DD`). */
export const wallMidnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Beginning of the next day. */
export const wallMidnightAfter = (date: string): number => wallMidnight(date) + day;
