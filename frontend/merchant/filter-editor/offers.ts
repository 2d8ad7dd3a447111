import { readStars } from "#domain/filters/stars.ts";
import { fold } from "#domain/text/fold.ts";

/** The sign of 'not' before what is being typed, which the words that are offered do not carry. */
export const notOf = (typed: string): string => (typed.trim().startsWith("!") ? "!" : "");

const withoutNot = (typed: string): string => typed.trim().replace(/^!/u, "").trim();

/** The same without the stars of a part, which the words do not carry either. */
const withoutSigns = (typed: string): string => readStars(withoutNot(typed)).text;

/** Of the words that can be chosen those that hold what is being typed, in any case and without regard to marks; the one that is exactly that first. */
export const offersFor = (words: readonly string[], typed: string): string[] => {
  const wanted = fold(withoutSigns(typed));
  const found = words.filter((word) => fold(word).includes(wanted));
  return [...found.filter((word) => fold(word) === wanted), ...found.filter((word) => fold(word) !== wanted)];
};

/** What is typed, as the only word of a list that holds it; itself when there are several such words or none. */
export const completed = (typed: string, words: readonly string[]): string => {
  const [only, another] = offersFor(words, typed);
  const isSign = ["", "*"].includes(withoutNot(typed));
  return only === undefined || another !== undefined || isSign ? typed : notOf(typed) + only;
};
