import type { DateTime } from "luxon";
import { formatIsoDay, toLocalTime } from "./local-time.ts";
import type { Period } from "./resolve-date-range.ts";

/** Days of a period in its zone; `first` is null for an open start. */
export type PeriodDays<Day> = { first: Day | null; last: Day };

/**
 * Local days that a period touches. The upper bound is exclusive. An empty period, such as 'today' at midnight, counts
 * as the day on which it begins.
 * @throws {UnknownTimezone}
 */
export const periodDays = ({ from, to }: Period, zone: string): PeriodDays<DateTime> => {
  const first = from === null ? null : toLocalTime(from, zone);
  const before = toLocalTime(new Date(Date.parse(to) - 1), zone);
  return { first, last: first !== null && first > before ? first : before };
};

/** Like {@link periodDays}, as `2026-10-01`. @throws {UnknownTimezone} */
export const toIsoPeriodDays = (period: Period, zone: string): PeriodDays<string> => {
  const { first, last } = periodDays(period, zone);
  return { first: first && formatIsoDay(first), last: formatIsoDay(last) };
};
