import { isRealDay, parseDayNumber } from "#domain/filters/days.ts";
import {
  formatRelativeDay,
  parseRelativeDateExpression,
  parseRelativeDay,
  relativeDateExpression,
} from "#domain/filters/description/relative-days.ts";

const signed = /^(\s*(?:!|<=|>=|<|>)?\s*)(.*?)\s*$/su;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const dayMonthYear = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?\\.? ${monthName},? (\\d{4})$`);
const monthDayYear = new RegExp(`^${monthName} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`);
const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

const toIsoDay = (year: string, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

const isDay = (iso: string): boolean => {
  const day = parseDayNumber(iso);
  return day !== undefined && isRealDay(day);
};

/**
 * Possible days of a text like `31/12/2026`, `31.12.2026`, `31 Dec 2026` or `Dec 31, 2026`, day first. Points always
 * separate day, month and year in this order. None for other texts.
 */
const calendarDays = (text: string): string[] => {
  const words = text.toLowerCase().replaceAll(/\s+/gu, " ");
  const [, day = "", ofDay = "", yearOfDay = ""] = dayMonthYear.exec(words) ?? [];
  if (day !== "") return [toIsoDay(yearOfDay, months.indexOf(ofDay) + 1, Number(day))].filter(isDay);
  const [, ofMonth = "", dayOfMonth = "", yearOfMonth = ""] = monthDayYear.exec(words) ?? [];
  if (ofMonth !== "") return [toIsoDay(yearOfMonth, months.indexOf(ofMonth) + 1, Number(dayOfMonth))].filter(isDay);
  const [, first = "", separator, second = "", year = ""] = numbers.exec(words) ?? [];
  const dayFirst = toIsoDay(year, Number(second), Number(first));
  const monthFirst = toIsoDay(year, Number(first), Number(second));
  return [...new Set(separator === "." ? [dayFirst] : [dayFirst, monthFirst])].filter(isDay);
};

/**
 * Converts a typed day to its stored form: `>=30 days ago` to `>=date(YYYY-MM-DD; -30)`, `31 Dec 2026` to `2026-12-31`.
 * `03/04/2026` is ambiguous: `readings` gives both days, day first. Other texts stay unchanged.
 */
export const parseTypedDay = (typed: string): { text: string } | { readings: readonly [string, string] } => {
  const [, sign = "", words = ""] = signed.exec(typed) ?? [];
  const days = parseRelativeDay(words);
  if (days !== undefined) return { text: sign + relativeDateExpression(days) };
  const [day, other] = calendarDays(words);
  if (day !== undefined && other !== undefined) return { readings: [day, other] };
  return { text: day === undefined ? typed : sign + day };
};

/** Converts the stored form back for editing. */
export const formatTypedDay = (value: string): string => {
  const [, sign = "", operand = ""] = signed.exec(value) ?? [];
  const days = parseRelativeDateExpression(operand);
  return days === undefined ? value : sign + formatRelativeDay(days);
};
