/**
 * Spreadsheets read a cell that begins so as a formula, even if quoted. East Asian ones accept the full-width signs
 * too. They ignore a byte order mark before it if the file itself begins with one.
 */
const startsFormula = /^\ufeff*[=@\t\r\n＝＋－＠]/;
const startsSigned = /^\ufeff*[+-]/;
const wholeNumber = /^[+-]?\d+(?:[.,]\d+)*$/;
/** Only `+`: telephone numbers do not begin with a minus, but formulas like `-1-2` do. */
const telephoneSigns = /^\+[\d ().\-/]+$/;
const digit = /\d/;

const isTelephone = (text: string): boolean => telephoneSigns.test(text) && digit.test(text);

/**
 * Formula guard: puts an apostrophe before text that begins with `=`, `@`, tab, CR, LF, one of the full-width
 * `＝＋－＠`, or with `+` or `-` unless the whole cell is a number or a telephone number. Runs in linear time.
 */
export const guardFormula = (text: string): string => {
  if (startsFormula.test(text)) return `'${text}`;
  if (startsSigned.test(text) && !wholeNumber.test(text) && !isTelephone(text)) return `'${text}`;
  return text;
};
