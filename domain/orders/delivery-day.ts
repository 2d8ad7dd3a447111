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
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const dayOfMonth = "(\\d{1,2})(?:st|nd|rd|th)?";
const weekday = "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?";
/** A time of the day, or two with what stands between them; as machines write instants too. */
const clock = "\\d{1,2}(?:[:.]\\d{2}(?::\\d{2}(?:\\.\\d+)?)?)?\\s*(?:am|pm)?";
const time = `(?:(?:,?\\s+(?:at\\s+)?|t)${clock}(?:\\s*(?:-|–|to)\\s*${clock})?(?:z|[+-]\\d{2}:?\\d{2})?)?`;
/** Nothing but the day may be there, with its weekday and a time: of two days, or of words about one, nobody knows which is meant. */
const alone = (day: string): RegExp => new RegExp(`^\\s*${weekday}${day}${time}\\s*$`, "i");
const yearFirst = alone("(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})");
const dayFirst = alone(`${dayOfMonth}\\s+${month},?\\s+(\\d{4})`);
const monthFirst = alone(`${month}\\s+${dayOfMonth},?\\s+(\\d{4})`);

/** `2026-12-24`; undefined of a day that no calendar has. */
const calendarDay = (year: number, monthOfYear: number, day: number): string | undefined => {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = monthOfYear === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(monthOfYear) ? 30 : 31;
  if (year < 1000 || monthOfYear < 1 || monthOfYear > 12 || day < 1 || day > last) return undefined;
  return `${year}-${String(monthOfYear).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};

const monthNumber = (name = ""): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/**
 * A day as merchants and apps write it: `2026-12-24` where the text says one for sure, year first or with the month's English name. Anything else
 * stays as it is, blanks around it aside: nobody knows whether 3/4/2026 is in March.
 */
export const dayOfText = (text: string): string => {
  const [, year, monthOfYear, day] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return calendarDay(Number(year), Number(monthOfYear), Number(day)) ?? text;
  const [, leading, inWords, yearAfter] = dayFirst.exec(text) ?? [];
  if (leading !== undefined) return calendarDay(Number(yearAfter), monthNumber(inWords), Number(leading)) ?? text;
  const [, words, following, yearLast] = monthFirst.exec(text) ?? [];
  if (words !== undefined) return calendarDay(Number(yearLast), monthNumber(words), Number(following)) ?? text;
  return text;
};

/** When a line is wanted: what it says itself, else what its order says; null where neither does. */
export const deliveryDay = (line: LineItem, order: Order): string | null => {
  const written = propertyNamed(line.customAttributes, saysWhen) ?? propertyNamed(order.customAttributes, saysWhen);
  return written === null ? null : dayOfText(written);
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
