import { isJsonEqual } from "./is-json-equal.ts";

/** Fields of a sent object that differ from what the sender saw (D-4). */
export type Intent<T extends object> = { readonly [F in keyof T]-?: { field: F; from: T[F]; to: T[F] } }[keyof T][];

/** A field whose current value is neither the seen nor the wanted one. */
export type FieldConflict<T extends object> = {
  readonly [F in keyof T]: { field: F; base: T[F]; current: T[F]; wanted: T[F] };
}[keyof T];

/** Lists the changed fields, in the order of `base`. A field missing in `wanted` is unchanged. */
export const deriveIntent = <T extends object>(base: T, wanted: Partial<T>): Intent<T> =>
  (Object.keys(base) as (keyof T)[])
    .filter((field) => Object.hasOwn(wanted, field) && !isJsonEqual(base[field], wanted[field]))
    .map((field) => ({ field, from: base[field], to: wanted[field] as T[typeof field] }));

/**
 * Fields that only the intent changes become changes; those that already have the wanted value need none. Fields that
 * both sides changed are conflicts; then apply nothing.
 */
export const applyIntent = <T extends object>(
  intent: Intent<T>,
  current: T,
): { changes: Intent<T>; conflicts: FieldConflict<T>[] } => {
  const open = intent.filter(({ field, to }) => !isJsonEqual(current[field], to));
  return {
    changes: open.filter(({ field, from }) => isJsonEqual(current[field], from)),
    conflicts: open
      .filter(({ field, from }) => !isJsonEqual(current[field], from))
      .map(({ field, from, to }) => ({ field, base: from, current: current[field], wanted: to })),
  };
};
