/** Texts that Excel marks with a green triangle and offers to turn into numbers, losing zeros and digits. */
const number = /^[-+]?[\d.,]+(?:e[-+]?\d+)?%?$/i;

const [plus, nine, e] = ["+".charCodeAt(0), "9".charCodeAt(0), "e".charCodeAt(0)];
const isNumeric = (code: number): boolean => code >= plus && code <= nine;

/** True if Excel would take a text for a number stored as text. */
export const readsAsNumber = (text: string): boolean => {
  if (!isNumeric(text.charCodeAt(0))) return false;
  // Addresses and phone numbers begin like numbers. This check is cheaper than the pattern.
  const middle = text.charCodeAt((text.length - 1) >> 1);
  return (isNumeric(middle) || (middle | 32) === e) && number.test(text);
};

/** Keeps Excel from marking such texts. Must stand between links and drawing (ECMA-376 part 1, CT_Worksheet). */
export const ignoredErrors = (letters: readonly string[], lastRow: number): string => {
  if (letters.length === 0) return "";
  const ranges = letters.map((letter) => `${letter}2:${letter}${lastRow}`).join(" ");
  return `<ignoredErrors><ignoredError sqref="${ranges}" numberStoredAsText="1"/></ignoredErrors>`;
};
