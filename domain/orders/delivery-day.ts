import { DateTime } from "luxon";
import { knownZone } from "../dates/known-zone.ts";
import type { LineItem, Order } from "./order.ts";
import { propertyNamed } from "./properties.ts";

/** Names of properties that say when something is wanted, in whatever case, with blanks, `-` and `_` anywhere. */
const names: readonly string[] = [
  "delivery date",
  "delivery day",
  "date of delivery",
  "shipping date",
  "ship date",
  "pickup date",
];
const lettersOf = (text: string): string => text.toLowerCase().replace(/[\s_:-]+/g, "");
const known: ReadonlySet<string> = new Set(names.map(lettersOf));
const saysWhen = (name: string): boolean => known.has(lettersOf(name));

/** What {@link deliveryDay} reads, as paths below Order. */
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
/** A time of the day, or two with what stands between them. A number alone may be a second day. */
const minutes = "[:.]\\d{2}(?::\\d{2}(?:\\.\\d+)?)?";
const clock = `\\d{1,2}(?:${minutes}\\s*(?:am|pm)?|\\s*(?:am|pm))`;
/** The first of two may leave to the second whether it is before noon: `9 - 11 am`. */
const time = `(?:(?:,?\\s+(?:at\\s+)?|t)(?:${clock}|\\d{1,2}(?=\\s*(?:-|–|to)\\s*\\d{1,2}\\s*(?:am|pm)))(?:\\s*(?:-|–|to)\\s*${clock})?)?`;
/** As machines write one: it is another day in another zone. */
const instant = /^\s*(\d{4}-\d{2}-\d{2})[t\s](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(z|[+-]\d{2}:?\d{2})\s*$/i;
/** Nothing but the day may be there, with its weekday and a time: of two days, or of words about one, nobody knows which is meant. */
const alone = (day: string): RegExp => new RegExp(`^\\s*${weekday}${day}${time}\\s*$`, "i");
const yearFirst = alone("(?<y>\\d{4})[-/.](?<m>\\d{1,2})[-/.](?<d>\\d{1,2})");
const dayFirst = alone(`${dayOfMonth}\\s+${month},?\\s+(?<y>\\d{4})`);
const monthFirst = alone(`${month}\\s+${dayOfMonth},?\\s+(?<y>\\d{4})`);

/** `2026-12-24`; undefined of a day that no calendar has. */
const calendarDay = (year: number, monthOfYear: number, day: number): string | undefined => {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = monthOfYear === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(monthOfYear) ? 30 : 31;
  if (year < 1000 || monthOfYear < 1 || monthOfYear > 12 || day < 1 || day > last) return undefined;
  return `${year}-${String(monthOfYear).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};

const monthNumber = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Undefined where the weekday that is written beside it is of another day. */
const onWeekday = (day: string | undefined, written: string | undefined): string | undefined => {
  if (day === undefined || written === undefined) return day;
  const { weekday: number } = DateTime.fromISO(day, { zone: "utc" });
  return weekdays[number - 1] === written.slice(0, 3).toLowerCase() ? day : undefined;
};

/** The day of an instant where the shop is; undefined of no instant. */
const dayOfInstant = (text: string, zone: string): string | undefined => {
  const [, day, clocks, offset = ""] = instant.exec(text) ?? [];
  if (day === undefined) return undefined;
  return (
    DateTime.fromISO(`${day}T${clocks}${offset.toUpperCase()}`, { zone: knownZone(zone) }).toISODate() ?? undefined
  );
};

/** No day is written longer, with its weekday and two times; a longer text is none, and would keep the expressions busy. */
const longestDay = 120;

/** How a day may be written; the groups `y`, `m` and `d` are year, month and day. */
const forms = [yearFirst, dayFirst, monthFirst];

/**
 * A day as merchants and apps write it: `2026-12-24` where the text says one for sure, year first or with the month's English name. Anything else
 * stays as it is, blanks around it aside: nobody knows whether 3/4/2026 is in March. An instant is of the day that it has in `zone` (IANA).
 */
export const dayOfText = (text: string, zone: string): string => {
  const written = text.trim();
  if (written.length > longestDay) return text;
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

/** When a line is wanted: what it says itself, else what its order says; null where neither does. Instants are read on the shop's clocks. */
export const deliveryDay = (
  line: LineItem,
  order: Order,
  { ianaTimezone }: { ianaTimezone: string },
): string | null => {
  const written = propertyNamed(line.customAttributes, saysWhen) ?? propertyNamed(order.customAttributes, saysWhen);
  return written === null ? null : dayOfText(written, ianaTimezone);
};

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Days first, in their order, then other words as the shop's language sorts them, then what says no day. */
export const compareDeliveryDays =
  (collate: (left: string, right: string) => number) =>
  (left: string | null, right: string | null): number => {
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    const [one, other] = [isDay(left), isDay(right)];
    if (one !== other) return one ? -1 : 1;
    return one ? (left < right ? -1 : 1) : collate(left, right);
  };
