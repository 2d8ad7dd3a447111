import { comparisonWords } from "#domain/filters/phrases.ts";
import type { Siever } from "#domain/filters/sievers.ts";

/** A way to compare, as the menu of a field offers it. `whole` stands for itself: it takes no value. */
export type Operator = { sign: string; label: string; whole?: true };

const is: Operator = { sign: "", label: "is" };
const isNot: Operator = { sign: "!", label: "is not" };
const present: Operator = { sign: "*", label: "has any value", whole: true };
const absent: Operator = { sign: "!*", label: "is empty", whole: true };

const compared = (kind: "number" | "day"): Operator[] =>
  Object.entries(comparisonWords[kind]).map(([sign, label]) => ({ sign, label }));

/** Never empty: the first one is what a field begins with. */
type Operators = readonly [Operator, ...Operator[]];

const words: Operators = [is, isNot, present, absent];
const numbers: Operators = [is, isNot, ...compared("number"), present, absent];
const days: Operators = [
  { sign: "", label: "on" },
  { sign: "!", label: "not on" },
  ...compared("day"),
  present,
  absent,
];

/** comparisons work on numbers and days alone. */
export const operatorsOf = ({ kind }: Siever): Operators =>
  kind === "number" ? numbers : kind === "day" ? days : words;
