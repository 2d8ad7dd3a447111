import type { NumberFormat } from "#domain/designs/design.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { formatCodeProblem } from "#domain/number-formats/format-code.ts";
import type { ShopNumberSettings } from "#domain/number-formats/format-number.ts";
import { parseMoneyFormat } from "#domain/number-formats/money-format.ts";
import { getCurrencyDecimals } from "#domain/text/currency-decimals.ts";

/** Quotes literal text in a format code. A quotation mark can't be inside quotes, so it is escaped between them. */
const quoteText = (text: string): string =>
  text
    .split('"')
    .map((part) => (part === "" ? "" : `"${part}"`))
    .join('\\"');

const currencyCodeOf = ({ moneyFormat, currencyCode }: ShopNumberSettings): string | undefined => {
  const money = parseMoneyFormat(moneyFormat);
  if (money === null) return undefined;
  const decimals = money.fraction ? getCurrencyDecimals(currencyCode) : 0;
  return `${quoteText(money.before)}#,##0${decimals === 0 ? "" : `.${"0".repeat(decimals)}`}${quoteText(money.after)}`;
};

const usable = (code: string | undefined): string | undefined =>
  code === undefined || formatCodeProblem(code) !== undefined ? undefined : code;

/** Significant digits that Excel keeps (text/significant-digits.ts). */
const maxDigits = 15;

/** Shows at least the currency's decimals. Without decimals there is no code: Excel would show a trailing point. */
const amountCode = ({ currencyCode }: ShopNumberSettings): string | undefined => {
  const decimals = getCurrencyDecimals(currencyCode);
  return decimals === 0 ? undefined : `0.${"0".repeat(decimals)}${"#".repeat(maxDigits - decimals)}`;
};

/**
 * A column's number format for Excel, matching `createNumberFormatter`; undefined to show numbers as they are.
 * `amounts`: money of the shop (`columns/amounts.ts`). Red up to a limit is a conditional format (conditional.ts).
 */
export const excelCode = (
  format: NumberFormat | null,
  shop: ShopNumberSettings,
  { amounts }: { amounts: boolean } = { amounts: false },
): string | undefined => {
  switch (format?.type) {
    case NumberFormatType.Custom:
      return usable(format.code);
    case NumberFormatType.Currency:
      return usable(currencyCodeOf(shop));
    default:
      return amounts ? amountCode(shop) : undefined;
  }
};
