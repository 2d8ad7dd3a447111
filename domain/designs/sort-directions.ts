import { Sorting } from "../enumerations.ts";

const directions = {
  text: ["A to Z", "Z to A"],
  number: ["low to high", "high to low"],
  datetime: ["oldest first", "newest first"],
} as const;

/** Names a sort direction by a column's kind of value; the specified `A to Z` fits texts only (S-2.3.4). */
export const nameSortDirection = (kind: keyof typeof directions, sorting: Sorting): string =>
  directions[kind][sorting === Sorting.Descending ? 1 : 0];
