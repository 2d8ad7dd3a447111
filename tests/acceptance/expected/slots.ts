import type { Schedule, Slot } from "#domain/schedule/schedule.ts";
import { type Advance, reached } from "./watched-clock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

const hoursOf: Record<number, number> = { 0: 1, 1: 2, 2: 4, 3: 8, 4: 12, 13: 6 };
const sundayToSaturday: Record<number, string> = { 6: " x     ", 11: " xxxxx ", 12: " x x x ", 14: " x  x  " };

/** Returns whether a schedule has slots on a calendar day, as R-40 says. */
const isOn = (schedule: Schedule, midnight: number): boolean => {
  const date = new Date(midnight);
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  switch (schedule.frequency) {
    case 7:
      return date.getUTCDay() === schedule.customWeeklyDay;
    case 8:
      return date.getUTCDate() === 1;
    case 9:
      return date.getUTCDate() === Math.min(schedule.customMonthlyDay, lastOfMonth);
    case 10:
      return ((midnight - Date.parse(schedule.startsFrom ?? schedule.countedFrom)) / day) % 2 === 0;
    default:
      return (sundayToSaturday[schedule.frequency] ?? "xxxxxxx")[date.getUTCDay()] === "x";
  }
};

/** Planned times of all days from one to another that the schedule has, each with where its period ends. */
const planned = (schedule: Schedule, from: number, to: number): { wall: number; end: number }[] => {
  const found: { wall: number; end: number }[] = [];
  const hours = hoursOf[schedule.frequency];
  const firstDay = Math.max(from, Date.parse(schedule.startsFrom ?? "0001-01-01"));
  const lastDay = Math.min(to, Date.parse(schedule.endsTo ?? "9999-12-31"));
  for (let midnight = firstDay; midnight <= lastDay; midnight += day) {
    if (hours !== undefined) {
      for (let hour = 0; hour < 24; hour += hours) {
        const wall = midnight + hour * 60 * minute;
        found.push({ wall, end: wall });
      }
    } else if (isOn(schedule, midnight)) found.push({ wall: midnight + schedule.customHour * minute, end: midnight });
  }
  return found;
};

const iso = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/**
 * Every slot of the days from one to another (`YYYY-MM-DD`), by looking at each day and at a clock that was watched from three days before the first
 * to three days after the last. Slots before the first of these days are not known here: one whose period ends with theirs is taken for a slot.
 */
export const expectedSlots = (
  schedule: Schedule,
  firstDay: string,
  lastDay: string,
  seen: readonly Advance[],
): Slot[] => {
  const times = planned(schedule, Date.parse(firstDay), Date.parse(lastDay));
  const ats = reached(
    times.map(({ wall }) => wall),
    seen,
  );
  const ends = reached(
    times.map(({ end }) => end),
    seen,
  );
  return ats.flatMap((at, i) => {
    const end = ends[i] ?? 0;
    if (end === ends[i - 1]) return [];
    return [{ at: iso(at), runAt: iso(at + schedule.delay * 60 * minute), to: iso(end) }];
  });
};
