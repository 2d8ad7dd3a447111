import type { Siever } from "#domain/filters/sievers.ts";

/** A way to compare, as the menu of a field offers it. `whole` stands for itself: it takes no value. */
export type Operator = { sign: string; label: string; whole?: true };

const is: Operator = { sign: "", label: "is" };
const isNot: Operator = { sign: "!", label: "is not" };
const present: Operator = { sign: "*", label: "has any value", whole: true };
const absent: Operator = { sign: "!*", label: "is empty", whole: true };

const words: readonly Operator[] = [is, isNot, present, absent];
const numbers: readonly Operator[] = [
  is,
  isNot,
  { sign: "<", label: "less than" },
  { sign: "<=", label: "at most" },
  { sign: ">", label: "more than" },
  { sign: ">=", label: "at least" },
  present,
  absent,
];
const days: readonly Operator[] = [
  { sign: "", label: "on" },
  { sign: "!", label: "not on" },
  { sign: "<", label: "before" },
  { sign: "<=", label: "on or before" },
  { sign: ">", label: "after" },
  { sign: ">=", label: "on or after" },
  present,
  absent,
];

/** Decisions 17 and 18: comparisons work on numbers and days alone. The first one is what a field begins with. */
export const operatorsOf = ({ kind }: Siever): readonly Operator[] =>
  kind === "number" ? numbers : kind === "day" ? days : words;
