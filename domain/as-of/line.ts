import { jsonEqual } from "../core/json-equal.ts";

/** One field of a thing. `value`: as it is kept, by which it is compared; `said`: in words, without what is hidden. */
export type Line = { key: string; name: string; value: unknown; said: string };

/** A field as it was and as it is, in words; null where the thing, or this field of it, was not or is not there. */
export type FieldThen = { name: string; was: string | null; is: string | null; changed: boolean };

/** How a thing of an instant stands today. */
export type Since = "same" | "changed" | "deleted" | "new";

/** Fields of then with those of now, in the order of then; a new one stands behind. */
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

/** What became of a thing since. */
export const sinceThen = (then: readonly Line[] | undefined, now: readonly Line[] | undefined): Since => {
  if (then === undefined) return "new";
  if (now === undefined) return "deleted";
  return fieldsThen(then, now).some(({ changed }) => changed) ? "changed" : "same";
};
