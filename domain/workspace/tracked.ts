import type { LastChange } from "../core/conflict.ts";
import type { Tracked } from "./state.ts";

/** Who changed something, when, and the stream version that it made. */
export type Change = { by: LastChange; version: number };

type AnyTracked = Tracked<object, string>;

/** A thing that was just made. */
export const made = <Facts extends object>(facts: Facts, { version }: Pick<Change, "version">) => ({
  ...facts,
  changes: {},
  version,
});

const changedBy = (fields: readonly string[], by: LastChange) => Object.fromEntries(fields.map((field) => [field, by]));

/** A list with another content of one of its things. `fields`: those that changed; the order of columns is no field. */
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
 * A thing as it was restored. Whoever restores one has changed all of it, as far as others can tell who edit it still: `fields` are those
 * of before and of now.
 */
export const restored = <Facts extends object>(facts: Facts, { by, version }: Change, fields: readonly string[]) => ({
  ...facts,
  changes: changedBy(fields, by),
  version,
});

/** The facts of a thing, without what the state keeps about it. */
export const factsOf = <T extends AnyTracked>({
  changes: _,
  version: __,
  ...facts
}: T): Omit<T, "changes" | "version"> => facts;
