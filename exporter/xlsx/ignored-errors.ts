/** Texts that Excel marks with a green triangle and offers to turn into numbers, which would destroy zeros and digits. */
const number = /^[-+]?[\d.,]+(?:e[-+]?\d+)?%?$/i;

/** Tells if Excel would take a text for a number that is stored as text. */
export const readsAsNumber = (text: string): boolean => number.test(text);

/** Keeps Excel from marking such texts in columns. Stands between links and drawing (ECMA-376 part 1, CT_Worksheet). */
export const ignoredErrors = (letters: readonly string[], lastRow: number): string => {
  if (letters.length === 0) return "";
  const ranges = letters.map((letter) => `${letter}2:${letter}${lastRow}`).join(" ");
  return `<ignoredErrors><ignoredError sqref="${ranges}" numberStoredAsText="1"/></ignoredErrors>`;
};
