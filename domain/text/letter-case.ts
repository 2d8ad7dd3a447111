/**
 * Changes case letter by letter, as Excel does, so lengths stay: `İ` becomes `i` without a combining dot, a final `Σ`
 * becomes `σ`, and `ß` stays.
 */
export const smallLetters = (text: string): string => text.replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase();

export const largeLetters = (text: string): string => {
  const large = text.toUpperCase();
  // No letter has a shorter capital, so equal lengths mean one for one.
  if (large.length === text.length) return large;
  let result = "";
  for (const letter of text) {
    const one = letter.toUpperCase();
    result += one.length === letter.length ? one : letter;
  }
  return result;
};

/** Folds case for a search that keeps positions; `İ` is not `i`. */
export const soughtLetters = (text: string): string => text.split("İ").map(smallLetters).join("İ");
