import type { DateTime } from "luxon";
import { DateRange } from "#domain/enumerations.ts";
import { formatDay } from "../../../shared/time/shop-time.ts";

type RangeChoice = { order_date_range: DateRange; order_date_from: string | null; order_date_to: string | null };

/** A sentence for the user. */
export type Problem = {
  sentence: string;
  /** True if the input must be corrected, not just completed. */
  isWrong: boolean;
};

/** Returns why a custom range can't be used; null if it can. Days are `YYYY-MM-DD`. */
export const rangeProblem = (choice: RangeChoice): Problem | null => {
  if (choice.order_date_range !== DateRange.custom) return null;
  const { order_date_from: from, order_date_to: to } = choice;
  if (from === null || to === null) return { sentence: "Choose the first and the last day.", isWrong: false };
  return from > to ? { sentence: "The first day is after the last day.", isWrong: true } : null;
};

/** The earliest year of a store's orders; smaller years are half typed. */
const firstYear = 2000;

/**
 * Parses a typed date to a day (`YYYY-MM-DD`), or returns the problem: half typed, not in the calendar, or in the
 * future. `now` is in the shop's zone.
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
