import { applyIntent, deriveIntent, type FieldConflict } from "#domain/core/intent.ts";

/**
 * What somebody typed, on top of what the server has now: fields that differ from `base`, which they began with, stay as typed,
 * the others take the server's value. All three have the same fields.
 */
export const rebase = <T extends object>(base: T, draft: T, server: T): T => {
  const rebased = { ...server };
  for (const { field, to } of deriveIntent(base, draft)) rebased[field] = to;
  return rebased;
};

/** The fields that both sides changed, each to something else; in the order of `base`. */
export const collisions = <T extends object>(base: T, draft: T, server: T): FieldConflict<T>[] =>
  applyIntent(deriveIntent(base, draft), server).conflicts;

export type Choice = "mine" | "theirs";

/** The draft after every collision was decided: as {@link rebase}, but for the fields that take theirs. */
export const decideCollisions = <T extends object>(
  sides: { base: T; draft: T; server: T },
  choices: { readonly [F in keyof T]?: Choice },
): T => {
  const decided = rebase(sides.base, sides.draft, sides.server);
  for (const field of Object.keys(choices) as (keyof T)[])
    if (choices[field] === "theirs") decided[field] = sides.server[field];
  return decided;
};

/** The draft without fields that cannot be saved as they are: those keep the value they have at the server. */
export const withoutFields = <T extends object>(base: T, draft: T, fields: readonly (keyof T)[]): T => {
  const rest = { ...draft };
  for (const field of fields) rest[field] = base[field];
  return rest;
};
