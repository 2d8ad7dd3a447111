import type { Part } from "../stars.ts";
import type { Comparison } from "../values.ts";

/** Words for comparisons, per kind of field that supports them. */
export const comparisonWords: Readonly<Record<"number" | "day", Readonly<Record<Comparison, string>>>> = {
  number: { "<": "less than", "<=": "at most", ">": "more than", ">=": "at least" },
  day: { "<": "before", "<=": "on or before", ">": "after", ">=": "on or after" },
};

/** Words for parts of a text, positive and negated. */
export const partWords: Readonly<Record<"is" | "not", Readonly<Record<Part, string>>>> = {
  is: { begins: "begins with", ends: "ends with", contains: "contains" },
  not: { begins: "does not begin with", ends: "does not end with", contains: "does not contain" },
};

export const partsInOrder: readonly Part[] = ["begins", "ends", "contains"];

const beforeTexts: ReadonlySet<string> = new Set([
  "not",
  ...Object.values(partWords.is),
  ...Object.values(partWords.not),
]);

/**
 * True if the value after this word or sign is quoted in a sentence: `begins with “vip”`, but `≥ 5` and `before
 * 2026-11-20`.
 */
export const takesQuotes = (lead: string): boolean => beforeTexts.has(lead);
