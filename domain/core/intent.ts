import { jsonEqual } from "./json-equal.ts";

/** What somebody meant by sending a whole object: the fields that differ from what they saw (D-4). */
export type Intent<T extends object> = { readonly [F in keyof T]-?: { field: F; from: T[F]; to: T[F] } }[keyof T][];

/** A field that was changed meanwhile to something that is neither what was seen nor what is wanted. */
export type FieldConflict<T extends object> = {
  readonly [F in keyof T]: { field: F; base: T[F]; current: T[F]; wanted: T[F] };
}[keyof T];

/** Fields in the order of `base`; a field that `wanted` lacks is not meant. */
export const deriveIntent = <T extends object>(base: T, wanted: Partial<T>): Intent<T> =>
  (Object.keys(base) as (keyof T)[])
    .filter((field) => Object.hasOwn(wanted, field) && !jsonEqual(base[field], wanted[field]))
    .map((field) => ({ field, from: base[field], to: wanted[field] as T[typeof field] }));

/**
 * Applies an intent to what there is now: fields that nobody else touched become changes (from the current value), fields that
 * already are as wanted need none, and fields that both changed are conflicts. With a conflict nothing should be applied.
 */
export const applyIntent = <T extends object>(
  intent: Intent<T>,
  current: T,
): { changes: Intent<T>; conflicts: FieldConflict<T>[] } => {
  const open = intent.filter(({ field, to }) => !jsonEqual(current[field], to));
  return {
    changes: open.filter(({ field, from }) => jsonEqual(current[field], from)),
    conflicts: open
      .filter(({ field, from }) => !jsonEqual(current[field], from))
      .map(({ field, from, to }) => ({ field, base: from, current: current[field], wanted: to })),
  };
};
