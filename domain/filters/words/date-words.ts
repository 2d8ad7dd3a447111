import { localTime } from "../../dates/local-time.ts";
import type { FilterMoment } from "../compile/compiled.ts";

/** Most days that `date(format; daysDiff)` goes back or ahead. */
const mostDays = 36_500;

/** `date(` as a word of its own: `update(2)` is none. */
const opening = /(?<![\p{L}\p{N}_])date\s*\(/iu;
const whole = /(?<![\p{L}\p{N}_])date\s*\(([^();]*);([^();]*)\)/giu;
const tokens = /YYYY|YY|MMM|MM|M|DD|D/g;
const integer = /^[+-]?\d{1,6}$/;

/** Meant as one: `Date (Medjool)` is a fruit. */
const attempt = /(?<![\p{L}\p{N}_])date\(/iu;

export const holdsDate = (text: string): boolean => opening.test(text);

/** What is wrong with the `date(…)` of a value, as a sentence that says what to do; undefined when nothing is. */
export const dateProblem = (text: string): string | undefined => {
  for (const [, format = "", days = ""] of text.matchAll(whole)) {
    if (format.search(tokens) === -1)
      return "the format of date(…) names no part of a date. Use YYYY, YY, MMM, MM, M, DD or D, for example date(YYYY-MM-DD; -7).";
    if (!integer.test(days.trim()) || Math.abs(Number(days)) > mostDays)
      return `the days of date(…) must be a whole number from -${mostDays} to ${mostDays}, for example date(YYYY-MM-DD; -7).`;
  }
  return attempt.test(text.replaceAll(whole, ""))
    ? "date(…) needs a format and a number of days with a semicolon between them, for example date(YYYY-MM-DD; -7)."
    : undefined;
};

/** Every `date(…)` of a text that can be read: where it begins, how it is written, and what it asks for. */
export const eachDate = (text: string): { at: number; text: string; format: string; days: number }[] =>
  dateProblem(text) !== undefined
    ? []
    : Array.from(text.matchAll(whole), ({ index, 0: written, 1: format = "", 2: days = "" }) => ({
        at: index,
        text: written,
        format: format.trim(),
        days: Number(days),
      }));

export type DateParts = { year: string; month: string; monthName: string; day: string };

/** Puts a day into every `date(…)` of a text; `partsOf` answers the day that is so many days from today. */
export const replaceDates = (text: string, partsOf: (days: number) => DateParts): string =>
  holdsDate(text)
    ? text.replaceAll(whole, (_, format: string, days: string) => {
        const { year, month, monthName, day } = partsOf(Number(days));
        const values: Readonly<Record<string, string>> = {
          YYYY: year,
          YY: year.slice(-2),
          MMM: monthName,
          MM: month.padStart(2, "0"),
          M: month,
          DD: day.padStart(2, "0"),
          D: day,
        };
        return format.trim().replaceAll(tokens, (token) => values[token] ?? token);
      })
    : text;

/**
 * Today plus so many days in the shop's zone. Months are named in English, as in the editor's help.
 * @throws {UnknownTimezone}
 */
export const daysFrom = ({ now, zone }: FilterMoment): ((days: number) => DateParts) => {
  const today = localTime(now, zone);
  return (days) => {
    const { year, month, day, monthShort } = today.plus({ days }).setLocale("en-US");
    return {
      year: String(year).padStart(4, "0"),
      month: String(month),
      monthName: monthShort ?? "",
      day: String(day),
    };
  };
};
