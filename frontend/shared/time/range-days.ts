import type { DateTime } from "luxon";
import { isRefusal } from "#domain/core/decider.ts";
import { periodDays } from "#domain/dates/period-days.ts";
import { type Period, resolveDateRange } from "#domain/dates/resolve-date-range.ts";
import { type RangeOnWire, rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";

/**
 * The days of a date range: `Fri 20 Nov 2026`, `14 – 20 Nov 2026`, `30 Nov 2025 – 2 Jan 2026`, `everything up to 20 Nov
 * 2026`. `now` is in the shop's zone, which decides the current day. Null while a custom range is incomplete.
 */
export const formatRangeDays = (choice: RangeOnWire, now: DateTime): string | null => {
  const { first, last } = boundsOf(choice, now);
  return last === null ? null : daysText(first, last);
};

/** The days of a report's period: `1 – 31 Oct 2026`. */
export const formatPeriod = ({ From, To, Zone }: { From: string | null; To: string; Zone: string }): string => {
  const { first, last } = localDays({ from: From, to: To }, Zone);
  return daysText(first, last);
};

/** First and last day (`YYYY-MM-DD`) as the initial custom range. Null if the range is open or incomplete. */
export const firstAndLastDay = (choice: RangeOnWire, now: DateTime): { from: string; to: string } | null => {
  const { first, last } = boundsOf(choice, now);
  const from = first?.toISODate() ?? null;
  const to = last?.toISODate() ?? null;
  return from === null || to === null ? null : { from, to };
};

/** First and last day in the shop. `last` is null while the range is incomplete, `first` if it is open. */
const boundsOf = (choice: RangeOnWire, now: DateTime): { first: DateTime | null; last: DateTime | null } => {
  const zone = now.zoneName ?? "UTC";
  const period = resolveDateRange({ ...rangeFromWire(choice), now: now.toJSDate(), zone });
  if (isRefusal(period)) return { first: null, last: null };
  return localDays(period, zone);
};

const localDays = (period: Period, zone: string): { first: DateTime | null; last: DateTime } => {
  const { first, last } = periodDays(period, zone);
  return { first: first?.setLocale("en-GB") ?? null, last: last.setLocale("en-GB") };
};

const oneDay = (day: DateTime) => day.toFormat("ccc d LLL yyyy");

const daysText = (first: DateTime | null, last: DateTime): string => {
  if (first === null) return `everything up to ${last.toFormat("d LLL yyyy")}`;
  if (first.hasSame(last, "day")) return oneDay(first);
  const head = first.hasSame(last, "month") ? "d" : first.hasSame(last, "year") ? "d LLL" : "d LLL yyyy";
  return `${first.toFormat(head)} – ${last.toFormat("d LLL yyyy")}`;
};
