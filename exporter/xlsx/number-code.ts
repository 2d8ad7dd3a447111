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

/**
 * The code that makes Excel show a column's numbers as its format says; undefined where they are shown as they are. Excel separates
 * thousands and fractions as the language of its own user does, whatever the shop's money format has. Red up to a limit is no code but a
 * conditional format (conditional.ts).
 */
export const excelCode = (format: NumberFormat | null, shop: NumbersOfShop): string | undefined => {
  if (format?.type === NumberFormatType.Custom) return usable(format.code);
  return format?.type === NumberFormatType.Currency ? usable(currencyCodeOf(shop)) : undefined;
};
