import type { NumberFormat } from "#domain/designs/design.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import { formatCodeProblem } from "#domain/number-formats/format-code.ts";
import { parseMoneyFormat } from "#domain/number-formats/money-format.ts";
import type { NumbersOfShop } from "#domain/number-formats/shown-number.ts";
import { currencyDecimals } from "#domain/text/currency-decimals.ts";

/** Words around a number: a quotation mark within them stands outside of the others. */
const words = (text: string): string =>
  text
    .split('"')
    .map((part) => (part === "" ? "" : `"${part}"`))
    .join('\\"');

const currencyCodeOf = ({ moneyFormat, currencyCode }: NumbersOfShop): string | undefined => {
  const money = parseMoneyFormat(moneyFormat);
  if (money === null) return undefined;
  const decimals = money.fraction ? currencyDecimals(currencyCode) : 0;
  return `${words(money.before)}#,##0${decimals === 0 ? "" : `.${"0".repeat(decimals)}`}${words(money.after)}`;
};

const usable = (code: string | undefined): string | undefined =>
  code === undefined || formatCodeProblem(code) !== undefined ? undefined : code;

/** All digits that a number may have in Excel (text/significant-digits.ts). */
const digits = 15;

/** An amount with at least the decimals of its currency, and those it has more. A currency without any needs no code: Excel would show a point behind its amounts. */
const amountCode = ({ currencyCode }: NumbersOfShop): string | undefined => {
  const decimals = currencyDecimals(currencyCode);
  return decimals === 0 ? undefined : `0.${"0".repeat(decimals)}${"#".repeat(digits - decimals)}`;
};

/**
 * The code that makes Excel show a column's numbers as its format says, and as `createShowNumber` shows them elsewhere; undefined where they
 * are shown as they are. `amounts`: they are money of the shop (`columns/amounts.ts`). Excel separates thousands and fractions as the
 * language of its own user does, whatever the shop's money format has. Red up to a limit is no code but a conditional format (conditional.ts).
 */
export const excelCode = (
  format: NumberFormat | null,
  shop: NumbersOfShop,
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
