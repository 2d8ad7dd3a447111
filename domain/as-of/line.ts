import { jsonEqual } from "../core/json-equal.ts";

/**
 * One field of an item. `value`: the stored value, used for comparison. `said`: in words, with hidden values masked.
 */
export type Line = { key: string; name: string; value: unknown; said: string };

/** A field's earlier and present value in words; null if the item or the field didn't or doesn't exist. */
export type FieldThen = { name: string; was: string | null; is: string | null; changed: boolean };

/** The present status of an earlier item. */
export type Since = "same" | "changed" | "deleted" | "new";

/** Pairs earlier fields with present ones, in the earlier order. New fields follow. */
export const fieldsThen = (then: readonly Line[] = [], now: readonly Line[] = []): FieldThen[] => {
  const after = new Map(now.map((line) => [line.key, line]));
  const before = new Set(then.map(({ key }) => key));
  return [
    ...then.map((line) => {
      const today = after.get(line.key);
      const changed = today === undefined || !jsonEqual(line.value, today.value);
      return { name: line.name, was: line.said, is: today?.said ?? null, changed };
    }),
    ...now
      .filter(({ key }) => !before.has(key))
      .map(({ name, said }) => ({ name, was: null, is: said, changed: true })),
  ];
};

/** Compares an item's earlier and present lines. */
export const sinceThen = (then: readonly Line[] | undefined, now: readonly Line[] | undefined): Since => {
  if (then === undefined) return "new";
  if (now === undefined) return "deleted";
  return fieldsThen(then, now).some(({ changed }) => changed) ? "changed" : "same";
};
