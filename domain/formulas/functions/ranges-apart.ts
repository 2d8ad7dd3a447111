/** They take any number of arguments, and what they answer does not depend on their order. */
const sums: ReadonlySet<string> = new Set([
  "AND",
  "AVERAGE",
  "AVERAGEA",
  "COUNT",
  "COUNTA",
  "MAX",
  "MAXA",
  "MEDIAN",
  "MIN",
  "MINA",
  "OR",
  "PRODUCT",
  "STDEV",
  "STDEV.P",
  "STDEV.S",
  "SUBTOTAL",
  "SUM",
  "SUMSQ",
  "VAR",
  "VAR.P",
  "VAR.S",
  "XOR",
]);

/** They take one range, whose cells may have any order. */
const counts: ReadonlySet<string> = new Set(["COLUMNS", "COUNTBLANK", "COUNTIF", "LARGE", "ROWS", "SMALL"]);

/** They put their arguments together in their order. */
const joins: ReadonlySet<string> = new Set(["CONCAT", "TEXTJOIN"]);

/**
 * What a function makes of the columns of a range that were moved. `inAnyOrder`: it answers the same whatever their order; `apart`: and the same for
 * the parts of a range, as arguments of their own. Of functions that stand nowhere here neither is known.
 */
export const rangesApart = (name: string): { inAnyOrder: boolean; apart: boolean } => ({
  inAnyOrder: sums.has(name) || counts.has(name),
  apart: sums.has(name) || joins.has(name),
});
