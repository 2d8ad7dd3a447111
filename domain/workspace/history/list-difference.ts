import { isJsonEqual } from "../../core/is-json-equal.ts";
import { shortenText } from "../../text/shorten-text.ts";

/** Values keep the lists' order. */
export type ListDifference = {
  added: readonly string[];
  removed: readonly string[];
  /** Numbers of added and removed values not named here. */
  moreAdded: number;
  moreRemoved: number;
  /** True if only the order changed. */
  reordered: boolean;
  /** True if all values are here, so the difference can be joined with another. */
  whole: boolean;
};

const without = (values: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return values.filter((value) => !known.has(value));
};

export const diffLists = (from: readonly string[], to: readonly string[]): ListDifference => {
  const [added, removed] = [without(to, from), without(from, to)];
  const reordered = added.length === 0 && removed.length === 0 && !isJsonEqual(from, to);
  return { added, removed, moreAdded: 0, moreRemoved: 0, reordered, whole: true };
};

/** More than a person types at a time. Differences up to this size are stored whole. */
const maxStoredValues = 20;
const maxStoredCharacters = 1_000;
/** Bigger differences store what the sentence names: up to six values of up to 60 characters. */
const maxNamedValues = 6;
const maxNamedLength = 100;

const takeFirst = (values: readonly string[]) =>
  values.slice(0, maxNamedValues).map((value) => shortenText(value, maxNamedLength));

/** Limits a difference for the history: 500 pasted values take no more space than their sentence. */
export const truncateDifference = (difference: ListDifference): ListDifference => {
  const { added, removed } = difference;
  const values = [...added, ...removed];
  const characters = values.reduce((sum, { length }) => sum + length, 0);
  if (values.length <= maxStoredValues && characters <= maxStoredCharacters) return difference;
  return {
    ...difference,
    added: takeFirst(added),
    removed: takeFirst(removed),
    moreAdded: Math.max(0, added.length - maxNamedValues),
    moreRemoved: Math.max(0, removed.length - maxNamedValues),
    whole: false,
  };
};

/** Joins whole, consecutive differences. Values added and removed again cancel out. */
export const joinDifferences = (first: ListDifference, second: ListDifference): ListDifference => ({
  added: [...without(first.added, second.removed), ...without(second.added, first.removed)],
  removed: [...without(first.removed, second.added), ...without(second.removed, first.added)],
  moreAdded: 0,
  moreRemoved: 0,
  reordered: first.reordered || second.reordered,
  whole: true,
});
