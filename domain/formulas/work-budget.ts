import { isError, type Value } from "./values/value.ts";

/**
 * Spends work steps in advance from a row's limit (`maxStepsPerRow`, row-limits.ts). Throws and deducts none if too few
 * are left.
 */
export type Spend = (steps: number) => void;

/** About 10 ns per step, 30 at worst. */
export const stepCosts = {
  /** A formula node that isn't a literal: a reference, an operator, a call. */
  node: 40,
  /** A function call, in addition. */
  call: 100,
  /** Reading a cell, whatever its content. */
  cell: 20,
  /** Even a short text, because it may be parsed as a number. */
  text: 100,
  /** A digit of a number; some have 300. */
  digit: 2,
  /** A character made, compared or searched. */
  character: 1,
  /** Comparing two texts, even short ones. */
  comparison: 20,
  /** A character of two ordered texts, if one has letters beyond English. */
  characterOfOrder: 2,
  /** A character of such a text, once, for its marks. */
  characterOfMarks: 4,
  /** A character tested against a pattern with `?`. */
  characterOfPattern: 2,
} as const;

/** Counts steps of handling a value once. `character`: steps per character of a text. */
export const countSteps = (value: Value, character: number): number => {
  if (typeof value === "string") return stepCosts.text + value.length * character;
  return value === null || typeof value === "boolean" || isError(value) ? 0 : value.decimal.length * stepCosts.digit;
};
