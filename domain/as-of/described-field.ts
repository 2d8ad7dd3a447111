import { isJsonEqual } from "../core/is-json-equal.ts";

/** One field of an item. */
export type DescribedField = {
  key: string;
  name: string;
  /** The stored value, for comparison. */
  value: unknown;
  /** The value in words, with hidden values masked. */
  text: string;
};

/** A field's earlier and present value in words; null if the item or the field doesn't exist. */
export type FieldComparison = { name: string; was: string | null; is: string | null; changed: boolean };

/** Fate of an item since then. */
export type ItemChange = "same" | "changed" | "deleted" | "new";

/** Pairs earlier fields with present ones, in the earlier order; new fields follow. */
export const compareFields = (
  then: readonly DescribedField[] = [],
  now: readonly DescribedField[] = [],
): FieldComparison[] => {
  const after = new Map(now.map((line) => [line.key, line]));
  const before = new Set(then.map(({ key }) => key));
  return [
    ...then.map((line) => {
      const today = after.get(line.key);
      const changed = today === undefined || !isJsonEqual(line.value, today.value);
      return { name: line.name, was: line.text, is: today?.text ?? null, changed };
    }),
    ...now
      .filter(({ key }) => !before.has(key))
      .map(({ name, text }) => ({ name, was: null, is: text, changed: true })),
  ];
};

/** Compares an item's earlier and present lines. */
export const determineItemChange = (
  then: readonly DescribedField[] | undefined,
  now: readonly DescribedField[] | undefined,
): ItemChange => {
  if (then === undefined) return "new";
  if (now === undefined) return "deleted";
  return compareFields(then, now).some(({ changed }) => changed) ? "changed" : "same";
};
