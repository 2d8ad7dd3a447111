import { marksBeyond } from "../../text/marks.ts";
import { oneStep, type Spend } from "../work.ts";

const collator = new Intl.Collator("en", { sensitivity: "accent" });

/** More than any language writes; texts of the platform have few (ADR 16), those that formulas make may have any number. */
const comparedMarks = 8;
const moreMarks = marksBeyond(comparedMarks);

const printable = /^[ -~]*$/;
const letterOrDigit = /^[A-Za-z0-9]/;

/** `few`: without the marks that are beyond those compared. */
type Folded = { lower: string; few: string; isPlain: boolean };

/** A text that is compared, perhaps with many: what that takes is made once, when it is needed. */
export type Compared = { text: string; folded(spend: Spend): Folded };

export const comparedText = (text: string): Compared => {
  let folded: Folded | undefined;
  return {
    text,
    folded(spend) {
      if (folded !== undefined) return folded;
      spend(text.length * oneStep.character);
      const isPlain = printable.test(text);
      if (!isPlain) spend(text.length * oneStep.characterOfMarks);
      folded = { lower: text.toLowerCase(), few: isPlain ? text : text.replaceAll(moreMarks, "$1"), isPlain };
      return folded;
    },
  };
};

/**
 * Text beside text, whatever the case of its letters: below 0, 0 or above 0. Of the marks of a letter 8 are compared as a language has them, the
 * others by their numbers. Time, which is spent before it is taken: the length of both, unless their first letters differ.
 */
export const compareTexts = (left: Compared, right: Compared, spend: Spend): number => {
  spend(oneStep.comparison);
  // Nothing that follows such a letter can change its place.
  if (letterOrDigit.test(left.text) && letterOrDigit.test(right.text)) {
    const order = collator.compare(left.text.charAt(0), right.text.charAt(0));
    if (order !== 0) return order;
  }
  const [one, other] = [left.folded(spend), right.folded(spend)];
  const length = left.text.length + right.text.length;
  spend(length * (one.isPlain && other.isPlain ? oneStep.character : oneStep.characterOfOrder));
  if (one.lower === other.lower) return 0;
  const order = collator.compare(one.few, other.few);
  if (order !== 0 || (one.few === left.text && other.few === right.text)) return order;
  return one.lower < other.lower ? -1 : 1;
};
