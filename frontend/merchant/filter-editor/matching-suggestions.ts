import { parseWildcards } from "#domain/filters/wildcards.ts";
import { fold } from "#domain/text/fold.ts";

/** The sign of 'not' before a typed text; suggestions don't have it. */
export const parseNegation = (typed: string): string => (typed.trim().startsWith("!") ? "!" : "");

const withoutNot = (typed: string): string => typed.trim().replace(/^!/u, "").trim();

/** Also removes the stars of a partial match, which suggestions don't have. */
const withoutSigns = (typed: string): string => parseWildcards(withoutNot(typed)).text;

/** Suggestions that contain the typed text, ignoring case and accents; exact matches first. */
export const findMatchingSuggestions = (words: readonly string[], typed: string): string[] => {
  const wanted = fold(withoutSigns(typed));
  const found = words.filter((word) => fold(word).includes(wanted));
  return [...found.filter((word) => fold(word) === wanted), ...found.filter((word) => fold(word) !== wanted)];
};

/** Completes a text to the only word that contains it. Unchanged if there are several or none. */
export const completeTyped = (typed: string, words: readonly string[]): string => {
  const [only, another] = findMatchingSuggestions(words, typed);
  const isSign = ["", "*"].includes(withoutNot(typed));
  return only === undefined || another !== undefined || isSign ? typed : parseNegation(typed) + only;
};
