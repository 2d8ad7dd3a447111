import type { LastChange } from "../core/conflict.ts";
import type { Tracked } from "./state.ts";

/** Author and time of a change, and its stream version. */
export type Change = { by: LastChange; version: number };

type AnyTracked = Tracked<object, string>;

/** A newly created item. */
export const made = <Facts extends object>(facts: Facts, { version }: Pick<Change, "version">) => ({
  ...facts,
  changes: {},
  version,
});

const changedBy = (fields: readonly string[], by: LastChange) => Object.fromEntries(fields.map((field) => [field, by]));

/** Replaces the content of one item in a list. `fields`: the changed ones; the order of columns is not a field. */
export const changed = <T extends AnyTracked>(
  things: readonly T[],
  isMeant: (thing: T) => boolean,
  { by, version }: Change,
  fields: readonly (keyof T["changes"] & string)[],
  after: (thing: T) => Partial<T>,
): T[] =>
  things.map((thing) =>
    isMeant(thing)
      ? { ...thing, ...after(thing), changes: { ...thing.changes, ...changedBy(fields, by) }, version }
      : thing,
  );

/**
 * A restored item. For concurrent editors, a restoration changes all of its fields: `fields` has the earlier and the
 * current ones.
 */
export const restored = <Facts extends object>(facts: Facts, { by, version }: Change, fields: readonly string[]) => ({
  ...facts,
  changes: changedBy(fields, by),
  version,
});

/** The facts of an item, without the state's bookkeeping. */
export const factsOf = <T extends AnyTracked>({
  changes: _,
  version: __,
  ...facts
}: T): Omit<T, "changes" | "version"> => facts;
