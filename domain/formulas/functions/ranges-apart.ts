/** They take any number of values, and what they answer does not depend on their order; with the first argument that is one of these, from 0. */
const sums: ReadonlyMap<string, number> = new Map([
  ...[
    ...["AND", "AVERAGE", "AVERAGEA", "COUNT", "COUNTA", "MAX", "MAXA", "MEDIAN", "MIN", "MINA", "OR", "PRODUCT"],
    ...["STDEV", "STDEV.P", "STDEV.S", "SUM", "SUMSQ", "VAR", "VAR.P", "VAR.S", "XOR"],
  ].map((name) => [name, 0] as const),
  ["SUBTOTAL", 1],
]);

/** They take one range, their first argument, whose cells may have any order. */
const counts: ReadonlySet<string> = new Set(["COLUMNS", "COUNTBLANK", "COUNTIF", "LARGE", "ROWS", "SMALL"]);

/** They put their arguments together in their order, from which one on. */
const joins: ReadonlyMap<string, number> = new Map([
  ["CONCAT", 0],
  ["TEXTJOIN", 2],
]);

const isFrom = (functions: ReadonlyMap<string, number>, name: string, argument: number): boolean =>
  argument >= (functions.get(name) ?? Number.POSITIVE_INFINITY);

/**
 * What a function makes of the columns of a range that were moved, as an argument of it (from 0) by itself. `inAnyOrder`: it answers the same
 * whatever their order; `apart`: and the same for the parts of a range, as arguments of their own. Of functions that stand nowhere here neither is known.
 */
export const rangesApart = (name: string, argument: number): { inAnyOrder: boolean; apart: boolean } => {
  const isSummed = isFrom(sums, name, argument);
  return {
    inAnyOrder: isSummed || (argument === 0 && counts.has(name)),
    apart: isSummed || isFrom(joins, name, argument),
  };
};
