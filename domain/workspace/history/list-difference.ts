import { jsonEqual } from "../../core/json-equal.ts";
import { shortened } from "../../text/shortened.ts";

/** What came into a list of values and what went out of it, in the lists' order. */
export type ListDifference = {
  added: readonly string[];
  removed: readonly string[];
  /** How many more were added and removed than are named here. */
  moreAdded: number;
  moreRemoved: number;
  /** Nothing came or went, but the values were reordered. */
  reordered: boolean;
  /** Every value is here in full, so that the difference can be joined with another. */
  whole: boolean;
};

const without = (values: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
};

export const differenceOf = (from: readonly string[], to: readonly string[]): ListDifference => {
  const [added, removed] = [without(to, from), without(from, to)];
  const reordered = added.length === 0 && removed.length === 0 && !jsonEqual(from, to);
  return { added, removed, moreAdded: 0, moreRemoved: 0, reordered, whole: true };
};

/** A difference up to this size is kept as a whole: it is what a person types at a time. */
const mostValues = 20;
const mostCharacters = 1_000;
/** Of a greater one stays what a sentence shows: it names up to six values by up to 60 characters. */
const named = 6;
const longestNamed = 100;

const firstFew = (values: readonly string[]) => values.slice(0, named).map((value) => shortened(value, longestNamed));

/** A difference as a history keeps it: 500 values that were pasted take no more room than what is said of them. */
export const cutDifference = (difference: ListDifference): ListDifference => {
  const { added, removed } = difference;
  const values = [...added, ...removed];
  const characters = values.reduce((sum, { length }) => sum + length, 0);
  if (values.length <= mostValues && characters <= mostCharacters) return difference;
  return {
    ...difference,
    added: firstFew(added),
    removed: firstFew(removed),
    moreAdded: Math.max(0, added.length - named),
    moreRemoved: Math.max(0, removed.length - named),
    whole: false,
  };
};

/** Two whole differences, one after the other, as one. What came and went again is not in it. */
export const joinedDifference = (first: ListDifference, second: ListDifference): ListDifference => ({
  added: [...without(first.added, second.removed), ...without(second.added, first.removed)],
  removed: [...without(first.removed, second.added), ...without(second.removed, first.added)],
  moreAdded: 0,
  moreRemoved: 0,
  reordered: first.reordered || second.reordered,
  whole: true,
});
