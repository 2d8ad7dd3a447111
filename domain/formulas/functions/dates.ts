import { toNumber } from "../values/coerce.ts";
import { type Day, dayOfSerial, daysInMonth, secondsOfSerial, serialOfDay, wholeSerial } from "../values/days.ts";
import { fromFloat, fromInteger, truncateToInteger } from "../values/numbers.ts";
import { isError, toErrorValue, type Value } from "../values/value.ts";
import { type FormulaFunction, numberFunction } from "./function.ts";

const outside = toErrorValue("#NUM!");
const ofSerial = (serial: number | null): Value => (serial === null ? outside : fromInteger(serial));

const ofDay = (read: (day: Day) => number): FormulaFunction =>
  numberFunction((serial) => {
    const day = dayOfSerial(Number(serial));
    return day === null ? outside : fromInteger(read(day));
  });

const ofTime = (read: (seconds: number) => number): FormulaFunction =>
  numberFunction((serial) =>
    wholeSerial(Number(serial)) === null ? outside : fromInteger(Math.floor(read(secondsOfSerial(Number(serial))))),
  );

const date = (year: string, month = "0", day = "0"): Value => {
  const whole = truncateToInteger(year);
  if (whole < 0) return outside;
  return ofSerial(serialOfDay(whole < 1900 ? whole + 1900 : whole, truncateToInteger(month), truncateToInteger(day)));
};

/** Adds months. Falls back to the last day of the month. */
const monthsLater = (serial: string, months: string, dateOf: (day: Day, last: number) => number): Value => {
  const day = dayOfSerial(Number(serial));
  if (day === null) return outside;
  const month = day.month + truncateToInteger(months);
  return ofSerial(serialOfDay(day.year, month, dateOf(day, daysInMonth(day.year, month))));
};

/** Excel's ways to number weekdays: the first day, and its number. */
const weeks: Readonly<Record<string, readonly [firstDay: number, number: number]>> = {
  1: [0, 1],
  2: [1, 1],
  3: [1, 0],
  11: [1, 1],
  12: [2, 1],
  13: [3, 1],
  14: [4, 1],
  15: [5, 1],
  16: [6, 1],
  17: [0, 1],
};

const weekday = (serial: string, kind = "1"): Value => {
  const week = weeks[String(truncateToInteger(kind))];
  const whole = wholeSerial(Number(serial));
  if (week === undefined || whole === null) return outside;
  const [firstDay, number] = week;
  // In Excel's count, serial 1 was a Sunday.
  return fromInteger(((((whole - 1) % 7) - firstDay + 14) % 7) + number);
};

const time = (hours: string, minutes = "0", seconds = "0"): Value => {
  const total = truncateToInteger(hours) * 3600 + truncateToInteger(minutes) * 60 + truncateToInteger(seconds);
  return total < 0 ? outside : fromFloat((total % 86_400) / 86_400);
};

export const dateFunctions: Readonly<Record<string, FormulaFunction>> = {
  DATE: numberFunction(date),
  TIME: numberFunction(time),
  YEAR: ofDay(({ year }) => year),
  MONTH: ofDay(({ month }) => month),
  DAY: ofDay(({ date: day }) => day),
  HOUR: ofTime((seconds) => seconds / 3600),
  MINUTE: ofTime((seconds) => (seconds / 60) % 60),
  SECOND: ofTime((seconds) => seconds % 60),
  WEEKDAY: numberFunction(weekday),
  DAYS: numberFunction((end, start = "0") => {
    const [last, first] = [wholeSerial(Number(end)), wholeSerial(Number(start))];
    return last === null || first === null ? outside : fromInteger(last - first);
  }),
  EDATE: numberFunction((serial, months = "0") =>
    monthsLater(serial, months, ({ date: day }, last) => Math.min(day, last)),
  ),
  EOMONTH: numberFunction((serial, months = "0") => monthsLater(serial, months, (_, last) => last)),
  DATEVALUE: {
    call([argument]) {
      const value = argument?.value() ?? null;
      if (isError(value)) return value;
      const number = typeof value === "string" ? toNumber(value) : toErrorValue("#VALUE!");
      if (isError(number)) return number;
      const whole = wholeSerial(Number(number.decimal));
      return whole === null ? toErrorValue("#VALUE!") : fromInteger(whole);
    },
  },
};
