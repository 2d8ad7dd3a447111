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
  /** In addition. */
  call: 100,
  /** Reading a cell, whatever its content. */
  cell: 20,
  /** Even a short text, because it may be parsed as a number. */
  text: 100,
  /** Some numbers have 300. */
  digit: 2,
  /** Made, compared or searched. */
  character: 1,
  /** Comparing two texts, even short ones. */
  comparison: 20,
  /** For two ordered texts, if one has letters beyond English. */
  characterOfOrder: 2,
  /** For such a text, once, for its marks. */
  characterOfMarks: 4,
  /** Tested against a pattern with `?`. */
  characterOfPattern: 2,
} as const;

/** For one handling of a value. `character`: steps per character of a text. */
export const countSteps = (value: Value, character: number): number => {
  if (typeof value === "string") return stepCosts.text + value.length * character;
  return value === null || typeof value === "boolean" || isError(value) ? 0 : value.decimal.length * stepCosts.digit;
};
