/**
 * Letters made small or large one for one, as Excel does, so that places and lengths stay: `İ` is `i` and not `i` with a dot above it, a `Σ` at the
 * end of a word is `σ`, and a letter that has no single large one (`ß`) stays as it is.
 */
export const smallLetters = (text: string): string => text.replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase();

export const largeLetters = (text: string): string => {
  const large = text.toUpperCase();
  // No letter has a shorter large one, so as many characters are one for one.
  if (large.length === text.length) return large;
  let result = "";
  for (const letter of text) {
    const one = letter.toUpperCase();
    result += one.length === letter.length ? one : letter;
  }
  return result;
};

/** For seeking whatever the case, with the places of the text itself; `İ` is no `i`. */
export const soughtLetters = (text: string): string => text.split("İ").map(smallLetters).join("İ");
