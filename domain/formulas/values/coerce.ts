import { parseNumber } from "numfmt";
import { compareDecimals, toCanonicalDecimal } from "../../text/decimal.ts";
import type { Spend } from "../work-budget.ts";
import { serialOfDay } from "./days.ts";
import { fromFloat, roundToExcelDigits } from "./numbers.ts";
import { compareTexts, type PreparedText, prepareText } from "./text-order.ts";
import { type ErrorValue, isError, isNumber, type NumberValue, toErrorValue, type Value } from "./value.ts";

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const day = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const maxNumberLength = 100;

const momentOf = (text: string): NumberValue | undefined => {
  const match = day.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = [1, 3, 4, 5, 6, 7].map((at) =>
    Number(match[at] ?? 0),
  );
  const serial = month >= 1 && month <= 12 && date >= 1 && date <= 31 ? serialOfDay(year, month, date) : null;
  if (serial === null || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const value = fromFloat(serial + (hours * 3600 + minutes * 60 + seconds) / 86_400);
  return isError(value) ? undefined : value;
};

/** Reads the number in a text: `12`, `1,234.5`, `$5`, `50%`, and days as `2026-11-20` or `2026/11/20 14:05`. */
export const parseNumberText = (text: string): NumberValue | undefined => {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > maxNumberLength) return undefined;
  if (plainNumber.test(trimmed)) return { decimal: roundToExcelDigits(toCanonicalDecimal(trimmed)) };
  const found = parseNumber(trimmed);
  const number = found === undefined ? undefined : fromFloat(found.value);
  return number === undefined || isError(number) ? momentOf(trimmed) : number;
};

export const toNumber = (value: Value): NumberValue | ErrorValue => {
  if (value === null) return { decimal: "0" };
  if (typeof value === "boolean") return { decimal: value ? "1" : "0" };
  if (typeof value === "string") return parseNumberText(value) ?? toErrorValue("#VALUE!");
  return value;
};

/** Formats without an exponent if practical. */
const generalText = (decimal: string): string => {
  const size = Math.abs(Number(decimal));
  if (decimal === "0" || (size < 1e20 && size >= 1e-19)) return decimal;
  const [mantissa = "", exponent = "0"] = Number(decimal).toExponential().split("e");
  const power = Number(exponent);
  return `${mantissa}E${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
};

export const toText = (value: Value): string | ErrorValue => {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string" || isError(value)) return value;
  return generalText(value.decimal);
};

export const toBoolean = (value: Value): boolean | ErrorValue => {
  if (value === null) return false;
  if (typeof value === "boolean" || isError(value)) return value;
  if (isNumber(value)) return value.decimal !== "0";
  const word = value.toUpperCase();
  return word === "TRUE" || word === "FALSE" ? word === "TRUE" : toErrorValue("#VALUE!");
};

const rank = (value: Exclude<Value, null | ErrorValue>): number => {
  if (typeof value === "boolean") return 2;
  return typeof value === "string" ? 1 : 0;
};

const filledLike = (value: Value, other: Value): Value => {
  if (value !== null) return value;
  if (typeof other === "string") return "";
  return typeof other === "boolean" ? false : { decimal: "0" };
};

const ordered = (
  one: Value,
  other: Value,
  compareWith: (other: string, one: string) => number,
): number | ErrorValue => {
  const left = filledLike(one, other);
  const right = filledLike(other, one);
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (isNumber(left) && isNumber(right)) return compareDecimals(left.decimal, right.decimal);
  if (typeof left === "string" && typeof right === "string") return compareWith(right, left);
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  return rank(left as NumberValue) - rank(right as NumberValue);
};

/**
 * Compares values: below 0, 0 or above 0. Numbers come before text, text before booleans; an empty cell takes the
 * other's type.
 */
export const createComparer = (one: Value, spend: Spend): ((other: Value) => number | ErrorValue) => {
  let asked: PreparedText | undefined;
  return (other) =>
    ordered(one, other, (right, left) => {
      asked ??= prepareText(left);
      return compareTexts(asked, prepareText(right), spend);
    });
};
