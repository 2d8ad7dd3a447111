import { DateTime } from "luxon";
import { resolveZone } from "../dates/resolve-zone.ts";
import type { LineItem, Order } from "./order.ts";
import { propertyNamed } from "./properties.ts";

/** Names of delivery days. Matched in any case, with spaces, `-` and `_` anywhere. */
const names: readonly string[] = [
  "delivery date",
  "delivery day",
  "date of delivery",
  "shipping date",
  "ship date",
  "pickup date",
];
const lettersOf = (text: string): string => text.toLowerCase().replace(/[\s_:-]+/g, "");
const deliveryNames: ReadonlySet<string> = new Set(names.map(lettersOf));
const isDeliveryDateName = (name: string): boolean => deliveryNames.has(lettersOf(name));

/** Read by {@link deliveryDay}, as paths below Order. */
export const fieldsOfDeliveryDay = [
  "customAttributes.key",
  "customAttributes.value",
  "lineItems.nodes.customAttributes.key",
  "lineItems.nodes.customAttributes.value",
] as const;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const month =
  "(?<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const dayOfMonth = "(?<d>\\d{1,2})(?:st|nd|rd|th)?";
const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const weekday = "(?:(?<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?";
/** A time of day, or two with a separator. A bare number may be a second day. */
const minutes = "[:.]\\d{2}(?::\\d{2}(?:\\.\\d+)?)?";
const clock = `\\d{1,2}(?:${minutes}\\s*(?:am|pm)?|\\s*(?:am|pm))`;
/** The first of two times may omit am or pm: `9 - 11 am`. */
const time = `(?:(?:,?\\s+(?:at\\s+)?|t)(?:${clock}|\\d{1,2}(?=\\s*(?:-|–|to)\\s*\\d{1,2}\\s*(?:am|pm)))(?:\\s*(?:-|–|to)\\s*${clock})?)?`;
/** A machine-readable time, whose day depends on the zone. */
const instant = /^\s*(\d{4}-\d{2}-\d{2})[t\s](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(z|[+-]\d{2}:?\d{2})\s*$/i;
/** Two days or other words would be ambiguous. */
const alone = (day: string): RegExp => new RegExp(`^\\s*${weekday}${day}${time}\\s*$`, "i");
const yearFirst = alone("(?<y>\\d{4})[-/.](?<m>\\d{1,2})[-/.](?<d>\\d{1,2})");
const dayFirst = alone(`${dayOfMonth}\\s+${month},?\\s+(?<y>\\d{4})`);
const monthFirst = alone(`${month}\\s+${dayOfMonth},?\\s+(?<y>\\d{4})`);

/** Returns undefined for a day that does not exist. */
const calendarDay = (year: number, monthOfYear: number, day: number): string | undefined => {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = monthOfYear === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(monthOfYear) ? 30 : 31;
  if (year < 1000 || monthOfYear < 1 || monthOfYear > 12 || day < 1 || day > last) return undefined;
  return `${year}-${String(monthOfYear).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};

const monthNumber = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Returns undefined if the weekday does not match. */
const onWeekday = (day: string | undefined, written: string | undefined): string | undefined => {
  if (day === undefined || written === undefined) return day;
  const { weekday: number } = DateTime.fromISO(day, { zone: "utc" });
  return weekdays[number - 1] === written.slice(0, 3).toLowerCase() ? day : undefined;
};

/** Day of an instant in the shop's zone; undefined for other texts. */
const dayOfInstant = (text: string, zone: string): string | undefined => {
  const [, day, clocks, offset = ""] = instant.exec(text) ?? [];
  if (day === undefined) return undefined;
  return (
    DateTime.fromISO(`${day}T${clocks}${offset.toUpperCase()}`, { zone: resolveZone(zone) }).toISODate() ?? undefined
  );
};

/**
 * Longest text with a day, characters: a weekday, date and two times. Longer texts would slow the regular expressions.
 */
const maxDayLength = 120;

const forms = [yearFirst, dayFirst, monthFirst];

/**
 * Normalizes an unambiguous day to `2026-12-24`: year first, or with an English month name. Other texts stay unchanged:
 * 3/4/2026 may be March or April. An instant becomes its day in `zone` (IANA).
 */
export const normalizeDay = (text: string, zone: string): string => {
  const written = text.trim();
  if (written.length > maxDayLength) return text;
  const ofInstant = dayOfInstant(written, zone);
  if (ofInstant !== undefined) return ofInstant;
  for (const form of forms) {
    const { y, m = "", d, weekday: named } = form.exec(written)?.groups ?? {};
    if (y === undefined) continue;
    const inNumbers = /^\d/.test(m) ? Number(m) : monthNumber(m);
    return onWeekday(calendarDay(Number(y), inNumbers, Number(d)), named) ?? text;
  }
  return text;
};

/** The line's own property, else the order's; null if neither has one. */
export const deliveryDay = (
  line: LineItem,
  order: Order,
  { ianaTimezone }: { ianaTimezone: string },
): string | null => {
  const written =
    propertyNamed(line.customAttributes, isDeliveryDateName) ??
    propertyNamed(order.customAttributes, isDeliveryDateName);
  return written === null ? null : normalizeDay(written, ianaTimezone);
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Days first; then other texts in the shop's language; then missing values. */
export const compareDeliveryDays =
  (collate: (left: string, right: string) => number) =>
  (left: string | null, right: string | null): number => {
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    const [one, other] = [isDay(left), isDay(right)];
    if (one !== other) return one ? -1 : 1;
    return one ? (left < right ? -1 : 1) : collate(left, right);
  };
