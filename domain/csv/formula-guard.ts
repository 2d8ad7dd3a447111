/**
 * Spreadsheets read such a cell as a formula, even if quoted. East Asian ones also accept the full-width signs. They
 * remove a byte order mark with which the file begins.
 */
const startsFormula = /^\ufeff*[=@\t\r\n＝＋－＠]/;
const startsSigned = /^\ufeff*[+-]/;
const wholeNumber = /^[+-]?\d+(?:[.,]\d+)*$/;
/**
 * Texts that may be phone numbers. They begin with `+`: phone numbers never begin with a minus, but formulas like
 * `-1-2` do.
 */
const telephoneSigns = /^\+[\d ().\-/]+$/;
const digit = /\d/;

const isTelephone = (text: string): boolean => telephoneSigns.test(text) && digit.test(text);

/**
 * Puts an apostrophe before text that spreadsheets could read as a formula: it begins with `=`, `@`, tab, CR,
 * LF, one of the full-width `＝＋－＠`, or with `+` or `-` unless the whole cell is a number or a phone number. Linear
 * time.
 */
export const guardFormula = (text: string): string => {
  if (startsFormula.test(text)) return `'${text}`;
  if (startsSigned.test(text) && !wholeNumber.test(text) && !isTelephone(text)) return `'${text}`;
  return text;
};
