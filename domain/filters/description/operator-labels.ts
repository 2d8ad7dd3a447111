import type { Comparison } from "../values.ts";
import type { ValuePart } from "../wildcards.ts";

/** Words for comparisons. */
export const comparisonLabels: Readonly<Record<"number" | "day", Readonly<Record<Comparison, string>>>> = {
  number: { "<": "less than", "<=": "at most", ">": "more than", ">=": "at least" },
  day: { "<": "before", "<=": "on or before", ">": "after", ">=": "on or after" },
};

/** Words for parts of a text. */
export const partLabels: Readonly<Record<"is" | "not", Readonly<Record<ValuePart, string>>>> = {
  is: { begins: "begins with", ends: "ends with", contains: "contains" },
  not: { begins: "does not begin with", ends: "does not end with", contains: "does not contain" },
};

export const partsInOrder: readonly ValuePart[] = ["begins", "ends", "contains"];

const leadsBeforeText: ReadonlySet<string> = new Set([
  "not",
  ...Object.values(partLabels.is),
  ...Object.values(partLabels.not),
]);

/** True if a value after this word is quoted: `begins with “vip”`, but `≥ 5` and `before 2026-11-20`. */
export const needsQuotes = (lead: string): boolean => leadsBeforeText.has(lead);
