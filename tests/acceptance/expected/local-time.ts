import { DateTime } from "luxon";
import type { Range } from "#tests/support/merchant.ts";

/** `from` inclusive, `to` exclusive, as instants in ms; null is open. */
export type Period = { from: number | null; to: number | null };

const zoneNames = new Map<string, Intl.DateTimeFormat>();

/** The date that clocks of a zone show at an instant, `2026-11-20`. */
export const dateShown = (instant: number, zone: string): string => {
  const known = zoneNames.get(zone);
  const format = known ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  zoneNames.set(zone, format);
  return format.format(instant);
};

/**
 * The first instant (ms) of a local day, found by looking at the clock: zones are up to 14 hours from UTC, so the date turns
 * within the 29 hours looked at. A library's own midnight will not do: where a clock change brings it twice, it may mean the second.
 */
const startOfDay = (date: string, zone: string): number => {
  const hour = 3_600_000;
  let before = Date.parse(`${date}T00:00:00Z`) - 15 * hour;
  let within = before + 29 * hour;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dateShown(middle, zone) < date) before = middle;
    else within = middle;
  }
  return within;
};

/** A date some days on or back: dates alone know no clock changes. */
export const daysFrom = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const firstOfQuarter = (day: string): string => {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`;
};

/**
 * The period of a range: whole local days of the shop; one that reaches today ends at the moment of the
 * request; sevenDays, thirtyDays and ninetyDays are today and the 6, 29, 89 days before.
 */
export const periodOf = (range: Range, zone: string, now: Date): Period => {
  const thisYear = periodThisYear(range, zone, now);
  return range.yearBefore ? yearBefore(thisYear, zone, range.kind) : thisYear;
};

/** The same date a year earlier; 29 February becomes the 28th. */
const dateYearBefore = (date: string): string => {
  const earlier = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return earlier.endsWith("-02-29") ? `${earlier.slice(0, 8)}28` : earlier;
};

/**
 * Moves the first and the last day by their dates; a month, quarter or year before stays one. An end within a day keeps the time
 * that clocks show. Not for times in a clock change.
 */
const yearBefore = ({ from, to }: Period, zone: string, kind: Range["kind"]): Period => {
  const dayBefore = (instant: number) => startOfDay(dateYearBefore(dateShown(instant, zone)), zone);
  const timeOn = (instant: number): number => {
    const day = dayBefore(instant);
    const shown = dateShown(instant, zone);
    const sinceMidnight = instant - startOfDay(shown, zone);
    if (sinceMidnight > 0) return day + sinceMidnight;
    if (["lastMonth", "lastQuarter", "lastYear"].includes(kind)) return day;
    return startOfDay(daysFrom(dateYearBefore(daysFrom(shown, -1)), 1), zone);
  };
  return { from: from === null ? null : dayBefore(from), to: to === null ? null : timeOn(to) };
};

const periodThisYear = (range: Range, zone: string, now: Date): Period => {
  const moment = now.getTime();
  const today = dateShown(moment, zone);
  const dayAt = (date: string) => startOfDay(date, zone);
  const since = (days: number): Period => ({ from: dayAt(daysFrom(today, -days)), to: moment });
  switch (range.kind) {
    case "noFilter":
      return { from: null, to: moment };
    case "today":
      return since(0);
    case "yesterday":
      return { from: dayAt(daysFrom(today, -1)), to: dayAt(today) };
    case "thisWeek":
      // Sunday is day 0 of JavaScript and the last one here.
      return since((new Date(today).getUTCDay() + 6) % 7);
    case "thisMonth":
      return since(Number(today.slice(8)) - 1);
    case "lastMonth": {
      const first = `${today.slice(0, 8)}01`;
      const lastOfMonthBefore = daysFrom(first, -1);
      return { from: dayAt(`${lastOfMonthBefore.slice(0, 8)}01`), to: dayAt(first) };
    }
    case "lastWeek": {
      const monday = daysFrom(today, -((new Date(today).getUTCDay() + 6) % 7));
      return { from: dayAt(daysFrom(monday, -7)), to: dayAt(monday) };
    }
    case "thisQuarter":
      return { from: dayAt(firstOfQuarter(today)), to: moment };
    case "lastQuarter": {
      const first = firstOfQuarter(today);
      return { from: dayAt(firstOfQuarter(daysFrom(first, -1))), to: dayAt(first) };
    }
    case "thisYear":
      return { from: dayAt(`${today.slice(0, 4)}-01-01`), to: moment };
    case "lastYear":
      return { from: dayAt(`${Number(today.slice(0, 4)) - 1}-01-01`), to: dayAt(`${today.slice(0, 4)}-01-01`) };
    case "sevenDays":
      return since(6);
    case "thirtyDays":
      return since(29);
    case "ninetyDays":
      return since(89);
    case "lastDays":
      return since(range.days - 1);
    case "sinceDay":
      return { from: dayAt(range.from), to: moment };
    case "custom":
      return { from: dayAt(range.from), to: Math.min(dayAt(daysFrom(range.to, 1)), moment) };
  }
};

export const isWithin = ({ from, to }: Period, instant: number): boolean =>
  (from === null || instant >= from) && (to === null || instant < to);

/** An instant as a cell of the default configuration: shop time, `YYYY/MM/DD HH:mm`. */
export const cellOfInstant = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone }).toFormat("yyyy/MM/dd HH:mm");
