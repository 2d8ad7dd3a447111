import type { FilterMoment } from "../compile/compiled.ts";
import { type DateParts, daysFrom, eachDate, holdsDate, replaceDates } from "./date-words.ts";

/** A day by its distance from today: `today`, `30 days ago`, `in 7 days`. */
export const dayWords = (days: number): string => {
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days < 0 ? "yesterday" : "tomorrow";
  const count = Math.abs(days).toLocaleString("en-US");
  return days < 0 ? `${count} days ago` : `in ${count} days`;
};

const named: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["yesterday", -1],
  ["tomorrow", 1],
]);
const ago = /^(an?|\d[\d,]*) (day|week)s? ago$/;
const ahead = /^in (an?|\d[\d,]*) (day|week)s?$/;

/** Reads a day in such words, in any case: days from today. Undefined of other texts. */
export const readDayWords = (text: string): number | undefined => {
  const words = text.trim().toLowerCase().replaceAll(/\s+/gu, " ");
  const [sign, found] = ahead.test(words) ? [1, ahead.exec(words)] : [-1, ago.exec(words)];
  if (found === null) return named.get(words);
  const [, count = "", unit] = found;
  const days = (/^an?$/.test(count) ? 1 : Number(count.replaceAll(",", ""))) * (unit === "week" ? 7 : 1);
  return days === 0 ? 0 : sign * days;
};

/** Year, month and day, each once, and nothing that is read beside them: then a date is a day. */
const wholeDay = /^(?=[^Y]*Y+[^Y]*$)(?=[^M]*M+[^M]*$)(?=[^D]*D+[^D]*$)(?:YYYY|YY|MMM|MM|M|DD|D|[\s\p{P}])+$/u;
const plainDay = "YYYY-MM-DD";

/** A day that moves along, as it is stored. */
export const movingDay = (days: number): string => `date(${plainDay}; ${days})`;

/** The days from today of a text that is a moving day and nothing else, in its plain format; undefined of others. */
export const daysOfMovingDay = (text: string): number | undefined => {
  const [only] = eachDate(text);
  return only !== undefined && only.format === plainDay && only.text === text ? only.days : undefined;
};

/** `22 Oct`, of another year than today's `22 Oct 2025`. */
const shortDay = ({ day, monthName, year }: DateParts, today: DateParts): string =>
  `${day} ${monthName}${year === today.year ? "" : ` ${year}`}`;

/**
 * Says every `date(…)` of a text that is a day: `30 days ago (22 Oct)`, in a format of its own `tomorrow (21.11.2026)`, as that is what is
 * looked for. Parts of days, as `date(YYYY; 0)`, stay as they are written.
 * @param moment whose today it is; undefined: the words alone, as no day is known
 * @throws {UnknownTimezone}
 */
export const datesSaid = (text: string, moment: FilterMoment | undefined): string => {
  // Asking for the zone is most of the cost, and hardly a value has a date.
  if (!holdsDate(text)) return text;
  let said = "";
  let end = 0;
  const partsOf = moment && daysFrom(moment);
  for (const { at, text: written, format, days } of eachDate(text)) {
    if (!wholeDay.test(format)) continue;
    const day = partsOf && (format === plainDay ? shortDay(partsOf(days), partsOf(0)) : replaceDates(written, partsOf));
    said += text.slice(end, at) + dayWords(days) + (day === undefined ? "" : ` (${day})`);
    end = at + written.length;
  }
  return said + text.slice(end);
};
