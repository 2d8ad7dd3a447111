import { toLocalTime } from "../../dates/local-time.ts";
import type { FilterMoment } from "../compile/compiled.ts";

/** Largest distance from today, days. */
const maxDays = 36_500;

/** Beginning of a date expression. Doesn't match in `update(2)`: `date` must be a word of its own. */
const dateCallStart = /(?<![\p{L}\p{N}_])date\s*\(/iu;
const dateCall = /(?<![\p{L}\p{N}_])date\s*\(([^();]*);([^();]*)\)/giu;
const tokens = /YYYY|YY|MMM|MM|M|DD|D/g;
const integer = /^[+-]?\d{1,6}$/;

/** Clearly meant as date(…): `Date (Medjool)` is a fruit. */
const dateCallAttempt = /(?<![\p{L}\p{N}_])date\(/iu;

export const hasDateExpression = (text: string): boolean => dateCallStart.test(text);

/** Returns the fault, with advice; undefined if none. */
export const dateExpressionProblem = (text: string): string | undefined => {
  for (const [, format = "", days = ""] of text.matchAll(dateCall)) {
    if (format.search(tokens) === -1)
      return "the format of date(…) has no part of a date in it. Use YYYY, YY, MMM, MM, M, DD or D, for example date(YYYY-MM-DD; -7).";
    if (!integer.test(days.trim()) || Math.abs(Number(days)) > maxDays)
      return `the days of date(…) must be a whole number from -${maxDays} to ${maxDays}, for example date(YYYY-MM-DD; -7).`;
  }
  return dateCallAttempt.test(text.replaceAll(dateCall, ""))
    ? "date(…) needs a format and a number of days with a semicolon between them, for example date(YYYY-MM-DD; -7)."
    : undefined;
};

/** Finds readable expressions. `text`: the spelling. */
export const findDateExpressions = (text: string): { at: number; text: string; format: string; days: number }[] =>
  dateExpressionProblem(text) !== undefined
    ? []
    : Array.from(text.matchAll(dateCall), ({ index, 0: written, 1: format = "", 2: days = "" }) => ({
        at: index,
        text: written,
        format: format.trim(),
        days: Number(days),
      }));

export type DateParts = { year: string; month: string; monthName: string; day: string };

/** Replaces expressions. `partsOf` returns the day that many days from today. */
export const replaceDateExpressions = (text: string, partsOf: (days: number) => DateParts): string =>
  hasDateExpression(text)
    ? text.replaceAll(dateCall, (_, format: string, days: string) => {
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
 * Looks up the day that many days from today in the shop's zone. Month names are English, as in the editor's help.
 * @throws {UnknownTimezone}
 */
export const createDatePartsLookup = ({ now, zone }: FilterMoment): ((days: number) => DateParts) => {
  const today = toLocalTime(now, zone);
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
