import { compareDecimals, decimalPlaces, divideDecimals, multiplyDecimals, subtractDecimals } from "../text/decimal.ts";

/** `before`: units in previous fulfillments. `here`: in this one. */
export type LineUnits = { line: number; before: number; here: number };

/** Decimals of the shop's currency, or of the amount if it has more. */
const placesOf = (amount: string, decimals: number): number => Math.max(decimals, decimalPlaces(amount));

/**
 * Prorates a line's amount by units, as the difference of two running totals. Despite rounding, the shares of a
 * completely fulfilled line add up to its amount. null for a line without units. `decimals`: rounding of a share,
 * unless the amount has more.
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
