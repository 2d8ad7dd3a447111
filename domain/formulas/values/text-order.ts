import { marksBeyond } from "../../text/marks.ts";
import { type Spend, stepCosts } from "../work-budget.ts";

const collator = new Intl.Collator("en", { sensitivity: "accent" });

/**
 * Marks compared per letter. More than any language uses. Platform texts have few (ADR 16), formulas may have any
 * number.
 */
const maxComparedMarks = 8;
const excessMarks = marksBeyond(maxComparedMarks);

const printable = /^[ -~]*$/;
const letterOrDigit = /^[A-Za-z0-9]/;

type FoldedText = {
  lower: string;
  /** The text without marks beyond those compared. */
  few: string;
  isPlain: boolean;
};

/** A text folded once, on demand, and compared perhaps with many. */
export type PreparedText = { text: string; folded(spend: Spend): FoldedText };

export const prepareText = (text: string): PreparedText => {
  let folded: FoldedText | undefined;
  return {
    text,
    folded(spend) {
      if (folded !== undefined) return folded;
      spend(text.length * stepCosts.character);
      const isPlain = printable.test(text);
      if (!isPlain) spend(text.length * stepCosts.characterOfMarks);
      folded = { lower: text.toLowerCase(), few: isPlain ? text : text.replaceAll(excessMarks, "$1"), isPlain };
      return folded;
    },
  };
};

/**
 * Compares texts without case: below 0, 0 or above 0. Compares 8 marks of a letter by language, others by code. Takes
 * linear time in both lengths, spent in advance.
 */
export const compareTexts = (left: PreparedText, right: PreparedText, spend: Spend): number => {
  spend(stepCosts.comparison);
  // Nothing after such a letter can change the order.
  if (letterOrDigit.test(left.text) && letterOrDigit.test(right.text)) {
    const order = collator.compare(left.text.charAt(0), right.text.charAt(0));
    if (order !== 0) return order;
  }
  const [one, other] = [left.folded(spend), right.folded(spend)];
  const length = left.text.length + right.text.length;
  spend(length * (one.isPlain && other.isPlain ? stepCosts.character : stepCosts.characterOfOrder));
  if (one.lower === other.lower) return 0;
  const order = collator.compare(one.few, other.few);
  if (order !== 0 || (one.few === left.text && other.few === right.text)) return order;
  return one.lower < other.lower ? -1 : 1;
};
