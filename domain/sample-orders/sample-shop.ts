import type { MoneyBag } from "../orders/order.ts";
import { getCurrencyDecimals } from "../text/currency-decimals.ts";
import { multiplyDecimals } from "../text/decimal.ts";

/** The shop that sample orders are adapted to. */
export type SampleShop = {
  /** The same text gives the same orders. */
  seed: string;
  currencyCode: string;
  taxesIncluded: boolean;
  /** URLs without a slash at the end. Pictures are below `picturesUrl` by name. */
  storeUrl: string;
  picturesUrl: string;
  /** ISO UTC; the newest order was made the evening before. */
  now: string;
};

/** Hundredths count as whole units if the currency has no smaller ones. */
export type ToMoney = (hundredths: number) => MoneyBag;

export const moneyOf = (currencyCode: string): ToMoney => {
  const unit = getCurrencyDecimals(currencyCode) === 0 ? "1" : "0.01";
  return (hundredths) => {
    const shown = { amount: multiplyDecimals(String(hundredths), unit), currencyCode };
    return { shopMoney: shown, presentmentMoney: shown };
  };
};

export const hour = 3_600_000;
export const day = 24 * hour;

/** The platform writes instants without milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
