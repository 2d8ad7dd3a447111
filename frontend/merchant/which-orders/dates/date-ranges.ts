import type { DateTime } from "luxon";
import { DateRange } from "#domain/enumerations.ts";

type RangeChoice = { order_date_range: DateRange; order_date_from: string | null; order_date_to: string | null };

/** A sentence for the user; `isWrong` when it must be corrected, not only completed. */
export type Problem = { sentence: string; isWrong: boolean };

/** Why a custom range cannot be used; null when it can. Days are `YYYY-MM-DD`. */
export const rangeProblem = (choice: RangeChoice): Problem | null => {
  if (choice.order_date_range !== DateRange.custom) return null;
  const { order_date_from: from, order_date_to: to } = choice;
  if (from === null || to === null) return { sentence: "Choose the first and the last day.", isWrong: false };
  return from > to ? { sentence: "The first day is after the last day.", isWrong: true } : null;
};

/** The first year that a store can have orders of; smaller ones are years of which some digits are still to come. */
const firstYear = 2000;

/**
 * A typed date as a day (`YYYY-MM-DD`), or no day and why: it is half typed, is in no calendar, or has yet to come.
 * `now` is the present in the shop's time zone.
 */
export const typedDay = (date: DateTime | null, now: DateTime): { day: string | null; problem: Problem | null } => {
  if (date === null) return { day: null, problem: null };
  if (!date.isValid || date.year < firstYear) {
    const sentence = `Type a complete date, for example ${now.toFormat("yyyy/LL/dd")}.`;
    return { day: null, problem: { sentence, isWrong: false } };
  }
  if (date.startOf("day") > now) {
    return { day: null, problem: { sentence: "Choose a day that isn't in the future.", isWrong: true } };
  }
  return { day: date.toISODate(), problem: null };
};
