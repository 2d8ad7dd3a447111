const number = /^[+-]?\d+([.,]\d+)*$/;
const telephone = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/;

/**
 * Decision 32: an apostrophe before text that begins with `=`, `@`, tab, CR, or with `+` or `-` unless the whole cell
 * is a number or a telephone number.
 */
export const guarded = (text: string): string => {
  if (/^[=@\t\r]/.test(text)) return `'${text}`;
  if (/^[+-]/.test(text) && !number.test(text) && !telephone.test(text)) return `'${text}`;
  return text;
};
