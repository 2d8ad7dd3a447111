import { isError, type Value } from "./values/value.ts";

/**
 * Counts steps of work against what a row may take (`stepsOfRow`, row-bounds.ts) before the work is done; throws where they are more than is
 * left, and then counts none of them.
 */
export type Spend = (steps: number) => void;

/** Steps of what formulas do, about 10 ns each, and 30 at worst. */
export const oneStep = {
  /** A part of a formula that is no value: a reference, an operator, a call. */
  node: 40,
  /** A call, beside that. */
  call: 100,
  /** A cell that is looked at, however little is in it. */
  cell: 20,
  /** A text, however short: it may be read as a number. */
  text: 100,
  /** Of a number: some have 300. */
  digit: 2,
  /** A character of a text: made, compared, or looked through. */
  character: 1,
  /** Two texts that are compared, however short. */
  comparison: 20,
  /** A character of two texts that are put in order, one of which has other letters than English. */
  characterOfOrder: 2,
  /** A character of such a text, once: its marks are looked for. */
  characterOfMarks: 4,
  /** A character looked at for a pattern with `?`. */
  characterOfPattern: 2,
} as const;

/** Steps of handling a value once, with so many for each character of a text. */
export const stepsOf = (value: Value, character: number): number => {
  if (typeof value === "string") return oneStep.text + value.length * character;
  return value === null || typeof value === "boolean" || isError(value) ? 0 : value.decimal.length * oneStep.digit;
};
