import type { Money, MoneyBag } from "../types.ts";

const WITHOUT_DECIMALS = new Set(["JPY", "KRW"]);
const WITH_THREE = new Set(["KWD", "BHD"]);

/** Decimals of the minor unit. */
export const digitsOf = (currency: string): number =>
  WITHOUT_DECIMALS.has(currency) ? 0 : WITH_THREE.has(currency) ? 3 : 2;

/**
 * Formats minor units as the platform's decimal text: 5500 with 2 digits is "55.0", 725 is "7.25", 12 with 0 is "12.0".
 */
export const decimalText = (minor: number, digits: number): string => {
  if (digits === 0) return `${minor}.0`;
  if (minor < 0) return `-${decimalText(-minor, digits)}`;
  const unit = digits === 2 ? 100 : 1000;
  const whole = Math.floor(minor / unit);
  const rest = minor - whole * unit;
  if (rest === 0) return `${whole}.0`;
  let text = String(rest + unit).slice(1);
  while (text.endsWith("0")) text = text.slice(0, -1);
  return `${whole}.${text}`;
};

/** Inverts `decimalText`. */
export const minorUnits = (text: string, digits: number): number => Math.round(Number(text) * 10 ** digits);

/** Minor units: `s` in the shop's currency, `p` in the customer's. */
export type Amount = { s: number; p: number };

export const ZERO: Amount = { s: 0, p: 0 };
export const plus = (a: Amount, b: Amount): Amount => ({ s: a.s + b.s, p: a.p + b.p });
export const minus = (a: Amount, b: Amount): Amount => ({ s: a.s - b.s, p: a.p - b.p });
export const isZero = (a: Amount): boolean => a.s === 0 && a.p === 0;

export type Currencies = {
  shop: string;
  presentment: string;
  /** Converts shop minor units to an amount in both currencies. */
  of(shopMinor: number): Amount;
  bag(amount: Amount): MoneyBag;
  money(shopMinor: number): Money;
};

/** Converters between an order's two currencies. `rate`: presentment units per shop unit. */
export const currencies = (shop: string, presentment: string, rate: number): Currencies => {
  const shopDigits = digitsOf(shop);
  const money = (minor: number): Money => ({ amount: decimalText(minor, shopDigits), currencyCode: shop });
  if (shop === presentment) {
    return {
      shop,
      presentment,
      money,
      of: (minor) => ({ s: minor, p: minor }),
      bag: (amount) => {
        const both = money(amount.s);
        return { shopMoney: both, presentmentMoney: both };
      },
    };
  }
  const digits = digitsOf(presentment);
  const factor = rate * 10 ** (digits - shopDigits);
  return {
    shop,
    presentment,
    money,
    of: (minor) => ({ s: minor, p: Math.round(minor * factor) }),
    bag: (amount) => ({
      shopMoney: money(amount.s),
      presentmentMoney: { amount: decimalText(amount.p, digits), currencyCode: presentment },
    }),
  };
};

/** A part of an amount, rounded down; the whole is exact. */
export const shareOf = (amount: Amount, part: number, whole: number): Amount =>
  part === whole ? amount : { s: Math.floor((amount.s * part) / whole), p: Math.floor((amount.p * part) / whole) };
