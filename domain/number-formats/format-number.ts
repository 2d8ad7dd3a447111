import { NumberFormatType } from "../enumerations.ts";
import { getCurrencyDecimals } from "../text/currency-decimals.ts";
import { compareDecimals, toCanonicalDecimal, toDecimal } from "../text/decimal.ts";
import type { FormattedNumber } from "./format-code.ts";
import { moneyText, parseMoneyFormat } from "./money-format.ts";
import type { NumberFormat } from "./number-format.ts";
import { createFormatByCode } from "./plain-code.ts";

/** The shop's settings for numbers. */
export type ShopNumberSettings = {
  /** The platform's form: `${{amount}}`. Empty: unknown. */
  moneyFormat: string;
  currencyCode: string;
  /** BCP 47, for the separators of custom formats. */
  primaryLocale: string;
};

/** Stands for amounts if the shop's money format is unknown (S-2.5). */
export const noCurrencyFormat = "Logout and login again to get the 'Currency format' from Shopify.";

/** Formats a number. Null is an empty cell. Text that isn't a decimal, such as several joined numbers, stays. */
export type NumberFormatter = (decimal: string | null) => FormattedNumber;

const isDecimal = /^-?\d+(?:\.\d+)?$/;

const createCurrencyFormatter = ({
  moneyFormat,
  currencyCode,
}: ShopNumberSettings): ((decimal: string) => FormattedNumber) => {
  const format = parseMoneyFormat(moneyFormat);
  const decimals = getCurrencyDecimals(currencyCode);
  return (decimal) => ({ text: format ? moneyText(decimal, format, decimals) : noCurrencyFormat, red: false });
};

/** Keeps extra decimals, as of averages. */
const padDecimals = (decimal: string, decimals: number): string => {
  const [whole = "", fraction = ""] = decimal.split(".");
  return fraction.length >= decimals ? decimal : `${whole}.${fraction.padEnd(decimals, "0")}`;
};

const createFormatterFor = (
  format: NumberFormat | null,
  shop: ShopNumberSettings,
  asItIs: (decimal: string) => string,
): ((decimal: string) => FormattedNumber) => {
  switch (format?.type) {
    case undefined:
      return (decimal) => ({ text: asItIs(decimal), red: false });
    case NumberFormatType.Custom:
      return createFormatByCode(format.code, shop.primaryLocale);
    case NumberFormatType.Currency:
      return createCurrencyFormatter(shop);
    case NumberFormatType.LessThanRed: {
      const limit = toDecimal(format.limit);
      return (decimal) => ({ text: asItIs(decimal), red: compareDecimals(decimal, limit) <= 0 });
    }
  }
};

/**
 * Formats for the preview and HTML (S-2.3.5, R-31): custom codes as in Excel, amounts in the shop's money format,
 * numbers up to a limit in red. `amounts`: money of the shop (`columns/amounts.ts`), padded to the currency's decimals;
 * other numbers without a format stay.
 */
export const createNumberFormatter = (
  format: NumberFormat | null,
  shop: ShopNumberSettings,
  { amounts }: { amounts: boolean } = { amounts: false },
): NumberFormatter => {
  const decimals = getCurrencyDecimals(shop.currencyCode);
  const show = createFormatterFor(format, shop, (decimal) => (amounts ? padDecimals(decimal, decimals) : decimal));
  return (decimal) => {
    if (decimal === null) return { text: "", red: false };
    return isDecimal.test(decimal) ? show(toCanonicalDecimal(decimal)) : { text: decimal, red: false };
  };
};

/** See {@link createNumberFormatter}. */
export const formatNumber = (
  decimal: string | null,
  format: NumberFormat | null,
  shop: ShopNumberSettings,
  of?: { amounts: boolean },
): FormattedNumber => createNumberFormatter(format, shop, of)(decimal);
