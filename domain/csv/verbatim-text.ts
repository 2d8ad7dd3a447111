import type { Preferences } from "../shop/preferences.ts";

const escapedInClass = (sign: string): string => sign.replace(/[\\\]^-]/g, "\\$&");

/** Characters that may begin a formula (domain/csv/formula-guard.ts). */
const formulaStarters = "=@+\\-＝＋－＠\\ufeff";
/** Quotes, possible line breaks, invalid characters, and surrogates. */
const specialCharacters = '"\\0-\\x1f\\x85\\u2028\\u2029\\ud800-\\udfff\\ufffe\\uffff';

/**
 * True if a text can be written unchanged, false also for some harmless texts. One test replaces those for formulas,
 * line breaks, quotes and invalid characters, most of the cost of a CSV file.
 */
export const createIsVerbatim = ({ CsvSeparator, CsvEncoding }: Preferences): ((text: string) => boolean) => {
  const separator = escapedInClass(CsvSeparator.charAt(0));
  const beyond = CsvEncoding === 0 ? "" : "\\x80-\\uffff";
  const ordinary = new RegExp(
    `^[^${formulaStarters}${specialCharacters}${separator}${beyond}][^${specialCharacters}${separator}${beyond}]*$`,
  );
  return (text) => ordinary.test(text);
};
