import { DateTime, type DurationLikeObject } from "luxon";
import { isRefusal, type Refusal, refuse } from "../core/decider.ts";
import { type DateBasis, DateRange } from "../enumerations.ts";
import { floorToIsoSeconds, startOfLocalDay, toLocalTime } from "./local-time.ts";

/** Half-open UTC instants [from, to) in whole seconds; `from` is null for an open start. */
export type Period = { from: string | null; to: string };

export type RangeChoice = {
  range: DateRange;
  /** Local days YYYY-MM-DD, both inclusive; only for `custom`, and `from` for `sinceDay`. */
  from: string | null;
  to: string | null;
  /** Number of days with today; only for `lastDays`. */
  days?: number;
  /** The same dates a year earlier; absent: false. */
  yearBefore?: boolean;
  /** The day that counts; absent: the day of creation. It doesn't change the period. */
  basis?: DateBasis;
};

export type DateRangeRequest = RangeChoice & {
  now: Date | string;
  /** IANA name. */
  zone: string;
};

/** The most days that `lastDays` may have: ten years. */
export const maxLastDays = 3_660;

/**
 * Resolves a range to whole local days by order date. A range that includes today ends at the request, cut to
 * the whole second, as the platform stamps orders in whole seconds. An order of that second counts as later, so
 * adjacent periods neither lose nor duplicate it. A year before, such a range ends at the same time of day. Refuses
 * (`invalid`) a custom range without two real days, backwards or in the future, and other incomplete choices.
 * @throws {UnknownTimezone}
 */
export const resolveDateRange = (request: DateRangeRequest): Period | Refusal => {
  const period = resolveThisYear(request);
  return isRefusal(period) || !request.yearBefore ? period : moveYearBack(period, request);
};

/** Ranges of whole calendar periods: February stays whole in a leap year. */
const calendarRanges: readonly DateRange[] = [DateRange.lastMonth, DateRange.lastQuarter, DateRange.lastYear];

/** Moves the first day and the last, or the time of the request, by their dates. */
const moveYearBack = ({ from, to }: Period, { range, zone }: DateRangeRequest): Period => {
  const end = toLocalTime(to, zone);
  const isDayStart = end.toMillis() === startOfLocalDay(end).toMillis();
  const endsWithDay = isDayStart && !calendarRanges.includes(range);
  const yearBefore = endsWithDay
    ? end.minus({ days: 1 }).minus({ years: 1 }).plus({ days: 1 })
    : end.minus({ years: 1 });
  return {
    from: from === null ? null : toIsoInstant(startOfLocalDay(toLocalTime(from, zone).minus({ years: 1 }))),
    to: toIsoInstant(isDayStart ? startOfLocalDay(yearBefore) : yearBefore),
  };
};

const resolveThisYear = (request: DateRangeRequest): Period | Refusal => {
  const now = toLocalTime(request.now, request.zone);
  const today = startOfLocalDay(now);
  const untilNow = (from: DateTime | null): Period => ({
    from: from === null ? null : toIsoInstant(startOfLocalDay(from)),
    to: toIsoInstant(now),
  });
  /** A whole period that ends with the day before `end`. */
  const before = (end: DateTime, length: DurationLikeObject): Period => ({
    from: toIsoInstant(startOfLocalDay(end.minus(length))),
    to: toIsoInstant(startOfLocalDay(end)),
  });
  switch (request.range) {
    case DateRange.noFilter:
      return untilNow(null);
    case DateRange.today:
      return untilNow(today);
    case DateRange.yesterday:
      return { from: toIsoInstant(startOfLocalDay(today.minus({ days: 1 }))), to: toIsoInstant(today) };
    case DateRange.thisWeek:
      return untilNow(today.minus({ days: today.weekday - 1 }));
    case DateRange.thisMonth:
      return untilNow(today.set({ day: 1 }));
    case DateRange.thisQuarter:
      return untilNow(today.startOf("quarter"));
    case DateRange.thisYear:
      return untilNow(today.startOf("year"));
    case DateRange.lastWeek:
      return before(today.minus({ days: today.weekday - 1 }), { weeks: 1 });
    case DateRange.lastMonth:
      return before(today.set({ day: 1 }), { months: 1 });
    case DateRange.lastQuarter:
      return before(today.startOf("quarter"), { quarters: 1 });
    case DateRange.lastYear:
      return before(today.startOf("year"), { years: 1 });
    case DateRange.sevenDays:
      return untilNow(today.minus({ days: 6 }));
    case DateRange.thirtyDays:
      return untilNow(today.minus({ days: 29 }));
    case DateRange.ninetyDays:
      return untilNow(today.minus({ days: 89 }));
    case DateRange.lastDays: {
      const { days } = request;
      if (days === undefined || !Number.isInteger(days) || days < 1 || days > maxLastDays)
        return refuse("invalid", `Choose how many days the date range has, from 1 to ${maxLastDays}.`);
      return untilNow(today.minus({ days: days - 1 }));
    }
    case DateRange.sinceDay: {
      const { from, zone } = request;
      if (!isDay(from)) return refuse("invalid", "Choose the first day of the date range.");
      const start = startOfDay(from, zone);
      return start > now
        ? refuse("invalid", "The date range must not begin in the future.")
        : { from: toIsoInstant(start), to: toIsoInstant(now) };
    }
    case DateRange.custom:
      return customPeriod(request, now);
  }
};

const customPeriod = ({ from, to, zone }: DateRangeRequest, now: DateTime): Period | Refusal => {
  if (!isDay(from) || !isDay(to)) {
    return refuse("invalid", "Choose the first and the last day of the custom date range.");
  }
  if (from > to) return refuse("invalid", "The custom date range must not end before it begins.");
  if (startOfDay(to, zone) > now) return refuse("invalid", "The custom date range must not reach into the future.");
  const end = startOfDay(dayAfter(to), zone);
  return { from: toIsoInstant(startOfDay(from, zone)), to: toIsoInstant(end > now ? now : end) };
};

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: "utc" }).isValid;

/** Uses the calendar only: zone arithmetic fails if the zone skipped this day. */
const dayAfter = (day: string): string =>
  DateTime.fromISO(day, { zone: "utc" }).plus({ days: 1 }).toFormat("yyyy-MM-dd");

/** A skipped day, like 2011-12-30 in Apia, is empty: it starts with the next day. */
const startOfDay = (day: string, zone: string): DateTime => startOfLocalDay(DateTime.fromISO(day, { zone }));

const toIsoInstant = (moment: DateTime): string => floorToIsoSeconds(moment.toMillis());
