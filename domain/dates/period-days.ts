import type { DateTime } from "luxon";
import { isoDay, localTime } from "./local-time.ts";
import type { Period } from "./resolve-date-range.ts";

/** The first and the last day of a period, in its zone; `first` null where it is open. */
export type PeriodDays<Day> = { first: Day | null; last: Day };

/**
 * The local days that a period touches. Its upper bound is not within it: its last moment is the one before. Just after midnight a period
 * may be without any moment of its own day, and is that day all the same.
 * @throws {UnknownTimezone}
 */
export const periodDays = ({ from, to }: Period, zone: string): PeriodDays<DateTime> => {
  const first = from === null ? null : localTime(from, zone);
  const before = localTime(new Date(Date.parse(to) - 1), zone);
  return { first, last: first !== null && first > before ? first : before };
};

/** The same as calendars write them, `2026-10-01`. @throws {UnknownTimezone} */
export const isoPeriodDays = (period: Period, zone: string): PeriodDays<string> => {
  const { first, last } = periodDays(period, zone);
  return { first: first && isoDay(first), last: isoDay(last) };
};
