import { Frequency } from "../enumerations.ts";
import { calendarOf } from "./calendar.ts";
import { hoursBetween } from "./frequencies.ts";
import type { Schedule } from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The wall-clock times that a schedule plans, as if clocks never changed and nothing started or ended it. A wall-clock time is the ms that UTC would
 * call by the same day and time.
 */
export type Plan = {
  /** The first planned time after one. */
  next: (after: number) => number;
  /** The last planned time that is not after one. */
  last: (until: number) => number;
  /** How many are planned after `after` and up to `until`. */
  count: (after: number, until: number) => number;
  /** Where the period of a planned time ends: full hours, or the midnight before. */
  boundary: (planned: number) => number;
  /** The latest time whose boundary is not after one: what is planned until then has been reported when that boundary has been reached. */
  reportedAt: (boundary: number) => number;
};

export const planOf = (schedule: Schedule): Plan => {
  const hours = hoursBetween(schedule.frequency);
  if (hours !== null) {
    return { ...rhythm(hours * hour, 0), boundary: (planned) => planned, reportedAt: (boundary) => boundary };
  }
  const midnight = (wall: number): number => Math.floor(wall / day) * day;
  return {
    ...timesOfDays(schedule),
    boundary: midnight,
    reportedAt: (boundary) => midnight(boundary) + day - 1,
  };
};

type Times = Pick<Plan, "next" | "last" | "count">;

const timesOfDays = (schedule: Schedule): Times => {
  const time = schedule.customHour * minute;
  if (schedule.frequency === Frequency.Every48Hours) {
    return rhythm(2 * day, wallMidnight(schedule.startsFrom ?? schedule.countedFrom) + time);
  }
  const { next, last, count } = calendarOf(schedule);
  return {
    next: (after) => next(after - time) + time,
    last: (until) => last(until - time) + time,
    count: (after, until) => count(after - time, until - time),
  };
};

/** Times at equal distances, one of them at `phase`. */
const rhythm = (distance: number, phase: number): Times => {
  const stepsUntil = (time: number): number => Math.floor((time - phase) / distance);
  return {
    next: (after) => phase + (stepsUntil(after) + 1) * distance,
    last: (until) => phase + stepsUntil(until) * distance,
    count: (after, until) => Math.max(0, stepsUntil(until) - stepsUntil(after)),
  };
};

/** The wall-clock time at which a day (`YYYY-MM-DD`) begins. */
export const wallMidnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** That of the day after. */
export const wallMidnightAfter = (date: string): number => wallMidnight(date) + day;
