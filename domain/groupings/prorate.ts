import { compareDecimals, decimalPlaces, divideDecimals, multiplyDecimals, subtractDecimals } from "../text/decimal.ts";

/** Units of a line: in total, in previous fulfillments, and in this one. */
export type LineUnits = { line: number; before: number; here: number };

/** Decimals of a divided amount: those of the shop's currency, or its own if it has more. */
const placesOf = (amount: string, decimals: number): number => Math.max(decimals, decimalPlaces(amount));

/**
 * Computes a fulfillment's share of a line's amount, amount × units ÷ units of the line, as the difference of two
 * running totals. Despite rounding, the shares of a completely fulfilled line add up to its amount. null for a line
 * without units. `decimals`: rounding of a share, unless the amount has more.
 */
export const computeShare = (amount: string, { line, before, here }: LineUnits, decimals: number): string | null => {
  if (line <= 0) return null;
  if (before === 0 && here >= line) return amount;
  const places = placesOf(amount, decimals);
  const until = (units: number): string =>
    units >= line ? amount : divideDecimals(multiplyDecimals(amount, String(units)), String(line), places);
  const share = subtractDecimals(until(before + here), until(before));
  return compareDecimals(share, "0") === 0 ? "0" : share;
};
