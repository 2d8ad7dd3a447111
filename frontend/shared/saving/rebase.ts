import { applyIntent, deriveIntent, type FieldConflict } from "#domain/core/intent.ts";

/** Merge functions of fields that never collide, such as a list in which each side moved something else. */
export type Merging<T extends object> = { readonly [F in keyof T]?: (base: T[F], wanted: T[F], current: T[F]) => T[F] };

/** Returns the server's version with the fields that differ from `base` as edited. */
export const rebase = <T extends object>(base: T, draft: T, server: T, merging: Merging<T> = {}): T => {
  const rebased = { ...server };
  for (const { field, from, to } of deriveIntent(base, draft))
    rebased[field] = merging[field]?.(from, to, server[field]) ?? to;
  return rebased;
};

/** Fields that both sides changed differently, in the order of `base`. */
export const findCollisions = <T extends object>(
  base: T,
  draft: T,
  server: T,
  merging: Merging<T> = {},
): FieldConflict<T>[] =>
  applyIntent(deriveIntent(base, draft), server).conflicts.filter(({ field }) => merging[field] === undefined);

export type Choice = "mine" | "theirs";

/** Like {@link rebase}, except for fields that take the server's value. */
export const resolveCollisions = <T extends object>(
  sides: { base: T; draft: T; server: T },
  choices: { readonly [F in keyof T]?: Choice },
  merging: Merging<T> = {},
): T => {
  const decided = rebase(sides.base, sides.draft, sides.server, merging);
  for (const field of Object.keys(choices) as (keyof T)[])
    if (choices[field] === "theirs") decided[field] = sides.server[field];
  return decided;
};

/** Returns the draft with the base's values in `fields`. */
export const withoutFields = <T extends object>(base: T, draft: T, fields: readonly (keyof T)[]): T => {
  const rest = { ...draft };
  for (const field of fields) rest[field] = base[field];
  return rest;
};
