import { Sorting } from "#domain/enumerations.ts";

/** A column's sorting, within a sentence. */
export const sortLabels: Readonly<Record<number, string>> = {
  [Sorting.None]: "not sorted",
  [Sorting.Ascending]: "ascending",
  [Sorting.Descending]: "descending",
};

export const ariaSort = {
  [Sorting.None]: undefined,
  [Sorting.Ascending]: "ascending",
  [Sorting.Descending]: "descending",
} as const;
