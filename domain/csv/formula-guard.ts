/**
 * Spreadsheets take a cell that begins so for a formula, whatever quotes stand around it; those of East Asia take the full-width
 * signs too. A byte order mark before it is no character of the cell to them where the file itself begins with it.
 */
const startsFormula = /^\ufeff*[=@\t\r\n＝＋－＠]/;
const startsSigned = /^\ufeff*[+-]/;
const wholeNumber = /^[+-]?\d+(?:[.,]\d+)*$/;
/** Only `+`: a telephone number does not begin with a minus, a formula like `-1-2` does. */
const telephoneSigns = /^\+[\d ().\-/]+$/;
const digit = /\d/;

const isTelephone = (text: string): boolean => telephoneSigns.test(text) && digit.test(text);

/**
 * Formula guard: an apostrophe before text that begins with `=`, `@`, tab, CR, LF, one of the full-width `＝＋－＠`, or
 * with `+` or `-` unless the whole cell is a number or a telephone number. Takes time in proportion to the text.
 */
export const guardFormula = (text: string): string => {
  if (startsFormula.test(text)) return `'${text}`;
  if (startsSigned.test(text) && !wholeNumber.test(text) && !isTelephone(text)) return `'${text}`;
  return text;
};
