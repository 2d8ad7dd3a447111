import { CronExpressionParser } from "cron-parser";
import { memoize } from "../core/memoize.ts";
import { Frequency, Weekday } from "../enumerations.ts";
import type { Schedule } from "./schedule.ts";

/** Days of a weekly or monthly schedule, as wall-clock midnights (ms, as if UTC). */
export type Calendar = {
  /** First day after a wall-clock time. */
  next: (after: number) => number;
  /** Last day not after a wall-clock time. */
  findLast: (until: number) => number;
  /** Days after `after` and not after `until`. */
  count: (after: number, until: number) => number;
};

export const createCalendar = (schedule: Schedule): Calendar => calendarOfDays(cronDays(schedule).join(";"));

const calendarOfDays = memoize((cron: string): Calendar => {
  const daysOf = memoize((year: number) => daysByCron(cron, year));
  const yearOf = (wall: number): number => new Date(wall).getUTCFullYear();
  return {
    next: (after) => {
      const days = daysOf(yearOf(after));
      return days[countUntil(days, after)] ?? daysOf(yearOf(after) + 1)[0] ?? Number.NaN;
    },
    findLast: (until) => {
      const days = daysOf(yearOf(until));
      return days[countUntil(days, until) - 1] ?? daysOf(yearOf(until) - 1).at(-1) ?? Number.NaN;
    },
    count: (after, until) => {
      if (until <= after) return 0;
      let found = countUntil(daysOf(yearOf(until)), until) - countUntil(daysOf(yearOf(after)), after);
      for (let year = yearOf(after); year < yearOf(until); year += 1) found += daysOf(year).length;
      return found;
    },
  };
});

/** `days`: sorted. */
const countUntil = (days: readonly number[], until: number): number => {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? Number.NaN) <= until) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Expressions of day of month, month, day of week. Days of all expressions count. */
const cronDays = ({ frequency, customWeeklyDay, customMonthlyDay }: Schedule): string[] => {
  switch (frequency) {
    case Frequency.Weekly:
      return [`* * ${Weekday.Monday}`];
    case Frequency.CustomWeekly:
      return [`* * ${customWeeklyDay}`];
    case Frequency.Weekdays:
      return ["* * 1-5"];
    case Frequency.MondayWednesdayFriday:
      return ["* * 1,3,5"];
    case Frequency.MondayThursday:
      return ["* * 1,4"];
    case Frequency.Monthly:
      return ["1 * *"];
    case Frequency.CustomMonthly:
      return dayOfEveryMonth(customMonthlyDay);
    default:
      return ["* * *"];
  }
};

/** The last day replaces one that a month lacks. `30,L` would give both in a month of 31 days. */
const dayOfEveryMonth = (day: number): string[] => {
  if (day <= 28) return [`${day} * *`];
  return day === 31 ? ["L * *"] : [`${day} 1,3-12 *`, "L 2 *"];
};

/** Computes once per year, in UTC; `createWallClock` handles clock changes (ADR 73). */
const daysByCron = (cron: string, year: number): number[] => {
  const currentDate = new Date(Date.UTC(year, 0, 1) - 1);
  const endDate = new Date(Date.UTC(year, 11, 31));
  return cron
    .split(";")
    .flatMap((days) => CronExpressionParser.parse(`0 0 ${days}`, { tz: "UTC", currentDate, endDate }).take(366))
    .map((day) => day.getTime())
    .sort((a, b) => a - b);
};
