import { compareDecimals, decimalPlaces, divideDecimals, multiplyDecimals, subtractDecimals } from "../text/decimal.ts";

/** How a line's units are shared by its fulfillments: those of the line, of the fulfillments before this one, and of this one. */
export type SharedUnits = { line: number; before: number; here: number };

/** Decimals of a divided amount: those of the shop's currency, or its own where it has more. */
const placesOf = (amount: string, decimals: number): number => Math.max(decimals, decimalPlaces(amount));

/**
 * A fulfillment's share of a line's amount: amount × units ÷ units of the line, the difference between two running totals. The shares of
 * a line that was fulfilled whole add up to its amount exactly, whatever was rounded. null for a line without units.
 * `decimals`: to which a share is rounded, unless the amount itself has more.
 */
export const shareOf = (amount: string, { line, before, here }: SharedUnits, decimals: number): string | null => {
  if (line <= 0) return null;
  if (before === 0 && here >= line) return amount;
  const places = placesOf(amount, decimals);
  const until = (units: number): string =>
    units >= line ? amount : divideDecimals(multiplyDecimals(amount, String(units)), String(line), places);
  const share = subtractDecimals(until(before + here), until(before));
  return compareDecimals(share, "0") === 0 ? "0" : share;
};
