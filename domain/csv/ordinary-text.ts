import type { Preferences } from "../shop/preferences.ts";

const escapedInClass = (sign: string): string => sign.replace(/[\\\]^-]/g, "\\$&");

/** Where a formula may begin (domain/csv/formula-guard.ts). */
const firstSigns = "=@+\\-＝＋－＠\\ufeff";
/** Quotes, whatever may be a line break or no character at all, and rare characters, which are two. */
const signs = '"\\0-\\x1f\\x85\\u2028\\u2029\\ud800-\\udfff\\ufffe\\uffff';

/**
 * Whether a text stands in a file as it is: true of most, false of all that needs a look of its own and of a few that would not. One look
 * at it then spares those of the guard, of line breaks, quotes and characters that no file holds, which are most of what a CSV file costs.
 */
export const createIsOrdinary = ({ CsvSeparator, CsvEncoding }: Preferences): ((text: string) => boolean) => {
  const separator = escapedInClass(CsvSeparator.charAt(0));
  const beyond = CsvEncoding === 0 ? "" : "\\x80-\\uffff";
  const ordinary = new RegExp(`^[^${firstSigns}${signs}${separator}${beyond}][^${signs}${separator}${beyond}]*$`);
  return (text) => ordinary.test(text);
};
