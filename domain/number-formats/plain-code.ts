import { type FormattedNumber, formattedByCode } from "./format-code.ts";

/** All integer digits, optionally in groups of three, and a fixed number of decimals. */
const plainCode = /^(#,##)?0(?:\.(0+))?$/;
const maxDigits = 15;

const groupThousands = (whole: string, separator: string): string => {
  let text = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 3) text = whole.slice(Math.max(0, end - 3), end) + separator + text;
  return text;
};

/**
 * Formats many canonical numbers. If the code is plain and nothing needs rounding, it copies the digits, in a tenth of
 * {@link formattedByCode}'s time.
 */
export const createFormatByCode = (code: string, locale: string): ((decimal: string) => FormattedNumber) => {
  const [plain, groups, { length: decimals } = ""] = plainCode.exec(code) ?? [];
  if (plain === undefined) return (decimal) => formattedByCode(decimal, code, locale);
  // The library's separators for this language: 1,234.5
  const sample = formattedByCode("1234.5", "#,##0.0", locale).text;
  const separator = groups === undefined ? "" : sample.slice(1, -5);
  const point = decimals === 0 ? "" : sample.slice(-2, -1);
  return (decimal) => {
    const at = decimal.indexOf(".");
    const end = at === -1 ? decimal.length : at;
    const fraction = decimal.slice(end + 1);
    if (decimal.length > maxDigits || fraction.length > decimals) return formattedByCode(decimal, code, locale);
    const start = decimal.startsWith("-") ? 1 : 0;
    const whole = decimal.slice(start, end);
    const shown = whole.length <= 3 ? whole : groupThousands(whole, separator);
    return { text: (start === 1 ? "-" : "") + shown + point + fraction.padEnd(decimals, "0"), red: false };
  };
};
