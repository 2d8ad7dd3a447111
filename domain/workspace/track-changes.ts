import type { LastChange } from "../core/conflict.ts";
import type { Tracked } from "./state.ts";

/** `version`: of the stream. */
export type Change = { by: LastChange; version: number };

type AnyTracked = Tracked<object, string>;

/** Returns a newly created item. */
export const trackCreated = <Facts extends object>(facts: Facts, { version }: Pick<Change, "version">) => ({
  ...facts,
  changes: {},
  version,
});

const changedBy = (fields: readonly string[], by: LastChange) => Object.fromEntries(fields.map((field) => [field, by]));

/** `fields`: the changed ones. The order of columns is not a field. */
export const trackChanged = <T extends AnyTracked>(
  items: readonly T[],
  isMeant: (item: T) => boolean,
  { by, version }: Change,
  fields: readonly (keyof T["changes"] & string)[],
  after: (item: T) => Partial<T>,
): T[] =>
  items.map((item) =>
    isMeant(item) ? { ...item, ...after(item), changes: { ...item.changes, ...changedBy(fields, by) }, version } : item,
  );

/** Notes a restoration. For concurrent editors, it changes all `fields`, the earlier and the current ones. */
export const trackRestored = <Facts extends object>(
  facts: Facts,
  { by, version }: Change,
  fields: readonly string[],
) => ({
  ...facts,
  changes: changedBy(fields, by),
  version,
});

/** Drops the state's bookkeeping. */
export const pickFacts = <T extends AnyTracked>({
  changes: _,
  version: __,
  ...facts
}: T): Omit<T, "changes" | "version"> => facts;
