import {
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  sumDecimals,
  toCanonicalDecimal,
  toDecimal,
} from "../../text/decimal.ts";
import { createDecimalSum } from "../../text/decimal-sum.ts";
import { quickProduct, quickSum } from "./quick-decimals.ts";
import { type ErrorValue, type NumberValue, toErrorValue } from "./value.ts";

/**
 * Rounding of results. Arithmetic on decimal text is exact, with results rounded to Excel's 15 digits.
 * `1000000.1-1000000` is `0.1`.
 */
export type Rounding = "half" | "up" | "down";

const excelDigits = 15;
/** Excel's numbers have fewer decimals. */
const maxDecimalPlaces = 330;

const roundsUp = (rest: string, rounding: Rounding): boolean => {
  if (rounding === "down") return false;
  return rounding === "up" ? /[1-9]/.test(rest) : rest >= "5";
};

/** Rounds a decimal. `places` may be negative. Half and up round away from zero, as ROUND and ROUNDUP do. */
export const roundDecimal = (decimal: string, places: number, rounding: Rounding = "half"): string => {
  const decimalPlaces = Math.max(-maxDecimalPlaces, Math.min(maxDecimalPlaces, places));
  const negative = decimal.startsWith("-");
  const [whole = "", fraction = ""] = (negative ? decimal.slice(1) : decimal).split(".");
  const digits = whole.padStart(Math.max(0, -decimalPlaces), "0");
  const kept =
    decimalPlaces >= 0
      ? digits + fraction.slice(0, decimalPlaces).padEnd(decimalPlaces, "0")
      : digits.slice(0, decimalPlaces);
  const rest = decimalPlaces >= 0 ? fraction.slice(decimalPlaces) : digits.slice(decimalPlaces) + fraction;
  if (decimalPlaces >= 0 && rest === "") return decimal;
  const rounded = BigInt(kept === "" ? "0" : kept) + (roundsUp(rest, rounding) ? 1n : 0n);
  const text =
    decimalPlaces >= 0
      ? rounded.toString().padStart(decimalPlaces + 1, "0")
      : rounded.toString() + "0".repeat(-decimalPlaces);
  const plain = decimalPlaces > 0 ? `${text.slice(0, -decimalPlaces)}.${text.slice(-decimalPlaces)}` : text;
  return toCanonicalDecimal(`${negative ? "-" : ""}${plain}`);
};

/** Position of the first significant digit: 0 for `7.25`, 2 for `725`, -3 for `0.007`. */
const magnitude = (decimal: string): number => {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  return whole === "0" ? -(fraction.search(/[1-9]/) + 1) : whole.length - 1;
};

/** Rounds to the digits that Excel keeps. */
export const roundToExcelDigits = (decimal: string): string =>
  decimal.length <= excelDigits || decimal === "0"
    ? decimal
    : roundDecimal(decimal, excelDigits - 1 - magnitude(decimal));

/** Too large results are errors, too small ones 0. */
const fitToExcelRange = (decimal: string): NumberValue | ErrorValue => {
  const rounded = roundToExcelDigits(decimal);
  if (rounded.length < 300) return { decimal: rounded };
  const size = Math.abs(Number(rounded));
  if (size === Number.POSITIVE_INFINITY) return toErrorValue("#NUM!");
  return { decimal: size < 2.2e-308 ? "0" : rounded };
};

/** Converts results of functions without an exact one. */
export const fromFloat = (float: number): NumberValue | ErrorValue =>
  Number.isFinite(float) ? fitToExcelRange(toDecimal(Number(float.toPrecision(excelDigits)))) : toErrorValue("#NUM!");

/** Converts an integer. Large ones print with an exponent, so always use this. */
export const fromInteger = (whole: number): NumberValue | ErrorValue =>
  Number.isSafeInteger(whole) ? { decimal: String(whole) } : fromFloat(whole);

export const add = (left: string, right: string) =>
  fitToExcelRange(quickSum(left, right, 1) ?? sumDecimals([left, right]));
export const subtract = (left: string, right: string) =>
  fitToExcelRange(quickSum(left, right, -1) ?? subtractDecimals(left, right));
export const multiply = (left: string, right: string) =>
  fitToExcelRange(quickProduct(left, right) ?? multiplyDecimals(left, right));

export const divide = (left: string, right: string): NumberValue | ErrorValue => {
  if (right === "0") return toErrorValue("#DIV/0!");
  if (left === "0") return { decimal: "0" };
  const places = 2 * excelDigits - (magnitude(left) - magnitude(right));
  return fitToExcelRange(divideDecimals(left, right, Math.max(0, Math.min(2 * maxDecimalPlaces, places))));
};

export const power = (base: string, exponent: string): NumberValue | ErrorValue => {
  if (base === "0" && exponent === "0") return toErrorValue("#NUM!");
  if (base === "0" && exponent.startsWith("-")) return toErrorValue("#DIV/0!");
  return fromFloat(Number(base) ** Number(exponent));
};

export const sum = (decimals: Iterable<string>): NumberValue | ErrorValue => {
  const total = createDecimalSum();
  for (const decimal of decimals) total.add(decimal);
  return fitToExcelRange(total.total());
};

/** Rounds down: -3 for -2.5. */
export const floorDecimal = (decimal: string): string =>
  roundDecimal(decimal, 0, decimal.startsWith("-") ? "up" : "down");

/** Truncates counts and text positions. Huge values stay out of range. */
export const truncateToInteger = (decimal: string): number => Math.trunc(Number(decimal));
