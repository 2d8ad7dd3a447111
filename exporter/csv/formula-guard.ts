/** Spreadsheets take a cell that begins so for a formula, whatever quotes stand around it. */
const startsFormula = /^[=@\t\r]/;
const startsSigned = /^[+-]/;
const wholeNumber = /^[+-]?\d+(?:[.,]\d+)*$/;
/** Only `+`: a telephone number does not begin with a minus, a formula like `-1-2` does. */
const telephone = /^\+[\d ().\-/]*\d[\d ().\-/]*$/;

/**
 * Formula guard (decision 32): an apostrophe before text that begins with `=`, `@`, tab or CR, or with `+` or `-` unless the
 * whole cell is a number or a telephone number.
 */
export const guardFormula = (text: string): string => {
  if (startsFormula.test(text)) return `'${text}`;
  if (startsSigned.test(text) && !wholeNumber.test(text) && !telephone.test(text)) return `'${text}`;
  return text;
};
