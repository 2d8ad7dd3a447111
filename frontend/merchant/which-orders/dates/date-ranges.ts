import type { DateTime } from "luxon";
import { DateRange } from "#domain/enumerations.ts";
import type { RangeOnWire } from "#domain/wire/filters/range-from-wire.ts";
import { formatDay } from "../../../shared/time/shop-time.ts";

/** A problem, as a sentence for the user. */
export type Problem = {
  sentence: string;
  /** The input must be corrected, not just completed. */
  isWrong: boolean;
};

/** Returns null if the range is complete. Days are `YYYY-MM-DD`. */
export const rangeProblem = (choice: RangeOnWire): Problem | null => {
  const { order_date_range: range, order_date_from: from, order_date_to: to } = choice;
  if (range === DateRange.lastDays && choice.order_date_days === undefined)
    return { sentence: "Type the number of days.", isWrong: false };
  if (range === DateRange.sinceDay && from === null) return { sentence: "Choose the first day.", isWrong: false };
  if (range !== DateRange.custom) return null;
  if (from === null || to === null) return { sentence: "Choose the first and the last day.", isWrong: false };
  return from > to ? { sentence: "The first day is after the last day.", isWrong: true } : null;
};

/** The earliest year of a store's orders; smaller years are half typed. */
const firstYear = 2000;

/**
 * Parses a typed date to a day (`YYYY-MM-DD`). The problem: half typed, not in the calendar, or in the future. `now` is
 * in the shop's zone.
 */
export const typedDay = (date: DateTime | null, now: DateTime): { day: string | null; problem: Problem | null } => {
  if (date === null) return { day: null, problem: null };
  if (!date.isValid || date.year < firstYear) {
    const sentence = `Type a complete date, for example ${formatDay(now)}.`;
    return { day: null, problem: { sentence, isWrong: false } };
  }
  if (date.startOf("day") > now) {
    return { day: null, problem: { sentence: "Choose a day that isn't in the future.", isWrong: true } };
  }
  return { day: date.toISODate(), problem: null };
};
