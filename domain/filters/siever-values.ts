import type { SieverValues } from "./filter.ts";

/** Larger than any siever code. */
const indexBeyondCodes = 9_999;

/**
 * V8 would treat the codes as array indexes and allocate slots up to the largest: 24 kB for ten sievers. Setting and
 * deleting a far larger index first makes it use a hash table.
 */
export const createSieverValues = (entries: Iterable<readonly [code: number | string, values: readonly string[]]>) => {
  const held: Record<number, readonly string[]> = { [indexBeyondCodes]: [] };
  delete held[indexBeyondCodes];
  for (const [code, values] of entries) held[Number(code)] = values;
  return held as SieverValues;
};
