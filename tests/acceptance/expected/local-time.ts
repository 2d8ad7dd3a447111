import { DateTime } from "luxon";
import type { Range } from "#tests/support/merchant.ts";

/** `from` inclusive, `to` exclusive, as instants in ms; null is open. */
export type Period = { from: number | null; to: number | null };

const startOfDay = (day: string, zone: string) => DateTime.fromISO(day, { zone }).startOf("day");

/**
 * The period of a range (decision 23): whole local days of the shop; one that reaches today ends at the moment of the
 * request; sevenDays, thirtyDays and ninetyDays are today and the 6, 29, 89 days before.
 */
export const periodOf = (range: Range, zone: string, now: Date): Period => {
  const moment = DateTime.fromJSDate(now, { zone });
  const today = moment.startOf("day");
  const since = (days: number): Period => ({ from: today.minus({ days }).toMillis(), to: moment.toMillis() });
  switch (range.kind) {
    case "noFilter":
      return { from: null, to: moment.toMillis() };
    case "today":
      return since(0);
    case "yesterday":
      return { from: today.minus({ days: 1 }).toMillis(), to: today.toMillis() };
    case "thisWeek":
      return since(moment.weekday - 1);
    case "thisMonth":
      return since(moment.day - 1);
    case "lastMonth": {
      const month = today.startOf("month");
      return { from: month.minus({ months: 1 }).toMillis(), to: month.toMillis() };
    }
    case "sevenDays":
      return since(6);
    case "thirtyDays":
      return since(29);
    case "ninetyDays":
      return since(89);
    case "custom": {
      const end = startOfDay(range.to, zone).plus({ days: 1 }).toMillis();
      return { from: startOfDay(range.from, zone).toMillis(), to: Math.min(end, moment.toMillis()) };
    }
  }
};

export const isWithin = ({ from, to }: Period, instant: number): boolean =>
  (from === null || instant >= from) && (to === null || instant < to);

/** An instant as a cell of the default configuration: shop time, `YYYY/MM/DD HH:mm` (decision 35). */
export const cellOfInstant = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone }).toFormat("yyyy/MM/dd HH:mm");
