import { comparisonWords, partsInOrder, partWords } from "#domain/filters/operator-words.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import type { Part } from "#domain/filters/stars.ts";

/**
 * A way to compare, as the menu of a field offers it: what is put before a value, and which part of a text the value is. `whole` stands for
 * itself: it takes no value.
 */
export type Operator = { sign: string; label: string; part?: Part; whole?: true };

const is: Operator = { sign: "", label: "is" };
const isNot: Operator = { sign: "!", label: "is not" };
const present: Operator = { sign: "*", label: "has any value", whole: true };
const absent: Operator = { sign: "!*", label: "is empty", whole: true };

const compared = (kind: "number" | "day"): Operator[] =>
  Object.entries(comparisonWords[kind]).map(([sign, label]) => ({ sign, label }));

/** Never empty: the first one is what a field begins with. */
type Operators = readonly [Operator, ...Operator[]];

const listed: Operators = [is, isNot, present, absent];
/** What begins or ends otherwise is asked for seldom: `!vip*` can be typed. */
const words: Operators = [
  is,
  isNot,
  ...partsInOrder.map((part) => ({ sign: "", label: partWords.is[part], part })),
  { sign: "!", label: partWords.not.contains, part: "contains" },
  present,
  absent,
];
const numbers: Operators = [is, isNot, ...compared("number"), present, absent];
const days: Operators = [
  { sign: "", label: "on" },
  { sign: "!", label: "not on" },
  ...compared("day"),
  present,
  absent,
];

/** comparisons work on numbers and days alone, parts on words that may be typed. */
export const operatorsOf = ({ kind }: Siever): Operators =>
  ({ text: words, whitelist: listed, number: numbers, day: days })[kind];
