import type { FilterMoment } from "../compile/compiled.ts";
import {
  createDatePartsLookup,
  type DateParts,
  findDateExpressions,
  hasDateExpression,
  replaceDateExpressions,
} from "./date-expressions.ts";

/** `today`, `30 days ago`, `in 7 days`. */
export const formatRelativeDay = (days: number): string => {
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days < 0 ? "yesterday" : "tomorrow";
  const count = Math.abs(days).toLocaleString("en-US");
  return days < 0 ? `${count} days ago` : `in ${count} days`;
};

const namedDays: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["yesterday", -1],
  ["tomorrow", 1],
]);
const ago = /^(an?|\d[\d,]*) (day|week)s? ago$/;
const ahead = /^in (an?|\d[\d,]*) (day|week)s?$/;

/** Parses days from today, in any case of letters; undefined for other texts. */
export const parseRelativeDay = (text: string): number | undefined => {
  const words = text.trim().toLowerCase().replaceAll(/\s+/gu, " ");
  const [sign, found] = ahead.test(words) ? [1, ahead.exec(words)] : [-1, ago.exec(words)];
  if (found === null) return namedDays.get(words);
  const [, count = "", unit] = found;
  const days = (/^an?$/.test(count) ? 1 : Number(count.replaceAll(",", ""))) * (unit === "week" ? 7 : 1);
  return days === 0 ? 0 : sign * days;
};

/** Year, month and day once each, and no other letters. */
const wholeDay = /^(?=[^Y]*Y+[^Y]*$)(?=[^M]*M+[^M]*$)(?=[^D]*D+[^D]*$)(?:YYYY|YY|MMM|MM|M|DD|D|[\s\p{P}])+$/u;
const plainDay = "YYYY-MM-DD";

/** Returns the stored form of a relative day. */
export const relativeDateExpression = (days: number): string => `date(${plainDay}; ${days})`;

/** Parses exactly one relative day in the plain format. */
export const parseRelativeDateExpression = (text: string): number | undefined => {
  const [only] = findDateExpressions(text);
  return only !== undefined && only.format === plainDay && only.text === text ? only.days : undefined;
};

/** `22 Oct`, or `22 Oct 2025` in another year than today's. */
const shortDay = ({ day, monthName, year }: DateParts, today: DateParts): string =>
  `${day} ${monthName}${year === today.year ? "" : ` ${year}`}`;

/**
 * Spells out every `date(…)` that is a full day: `30 days ago (22 Oct)`, or in its own format, which is searched for:
 * `tomorrow (21.11.2026)`. Partial dates such as `date(YYYY; 0)` stay as written.
 * @param moment defines today; if undefined, only the words, without a day
 * @throws {UnknownTimezone}
 */
export const describeDates = (text: string, moment: FilterMoment | undefined): string => {
  // Few values have a date, and resolving the zone is most of the cost.
  if (!hasDateExpression(text)) return text;
  let result = "";
  let end = 0;
  const partsOf = moment && createDatePartsLookup(moment);
  for (const { at, text: written, format, days } of findDateExpressions(text)) {
    if (!wholeDay.test(format)) continue;
    const day =
      partsOf && (format === plainDay ? shortDay(partsOf(days), partsOf(0)) : replaceDateExpressions(written, partsOf));
    result += text.slice(end, at) + formatRelativeDay(days) + (day === undefined ? "" : ` (${day})`);
    end = at + written.length;
  }
  return result + text.slice(end);
};
