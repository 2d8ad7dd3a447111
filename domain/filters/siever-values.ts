import type { SieverValues } from "./filter.ts";

/** No siever has it, and all have smaller ones. */
const beyond = 9_999;

/**
 * Values by siever. JavaScript takes the codes for places in an array, and gives an object that is filled from 1000 on room for all up to
 * the greatest: 24 kB for ten sievers, which a save filled a dozen times. One that once had a place far beyond keeps them as a table, of
 * as many as there are.
 */
export const sieverValues = (entries: Iterable<readonly [code: number | string, values: readonly string[]]>) => {
  const held: Record<number, readonly string[]> = { [beyond]: [] };
  delete held[beyond];
  for (const [code, values] of entries) held[Number(code)] = values;
  return held as SieverValues;
};
