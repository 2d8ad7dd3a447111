/** Functions whose values may be in any order, from this argument on. */
const orderlessFunctions: ReadonlyMap<string, number> = new Map([
  ...[
    ...["AND", "AVERAGE", "AVERAGEA", "COUNT", "COUNTA", "MAX", "MAXA", "MEDIAN", "MIN", "MINA", "OR", "PRODUCT"],
    ...["STDEV", "STDEV.P", "STDEV.S", "SUM", "SUMSQ", "VAR", "VAR.P", "VAR.S", "XOR"],
  ].map((name) => [name, 0] as const),
  ["SUBTOTAL", 1],
]);

/** Functions whose first argument is one range, with cells in any order. */
const singleRangeFunctions: ReadonlySet<string> = new Set([
  "COLUMNS",
  "COUNTBLANK",
  "COUNTIF",
  "LARGE",
  "ROWS",
  "SMALL",
]);

/** Functions that join arguments in order, from this one on. */
const joiningFunctions: ReadonlyMap<string, number> = new Map([
  ["CONCAT", 0],
  ["TEXTJOIN", 2],
]);

const acceptsFrom = (functions: ReadonlyMap<string, number>, name: string, argument: number): boolean =>
  argument >= (functions.get(name) ?? Number.POSITIVE_INFINITY);

/**
 * Tells if columns may move in a range that is a whole argument (from 0). `inAnyOrder`: column order doesn't matter.
 * `apart`: the range may become several arguments. Both are false for unlisted functions.
 */
export const rangeSplitting = (name: string, argument: number): { inAnyOrder: boolean; apart: boolean } => {
  const isSummed = acceptsFrom(orderlessFunctions, name, argument);
  return {
    inAnyOrder: isSummed || (argument === 0 && singleRangeFunctions.has(name)),
    apart: isSummed || acceptsFrom(joiningFunctions, name, argument),
  };
};
