import { type Refusal, refuse } from "./decider.ts";
import type { FieldConflict } from "./intent.ts";
import type { Actor } from "./message.ts";

/** Who last changed a field, and when (ISO UTC). */
export type LastChange = { actor: Actor; instant: string };

const byWhom = (actor: Actor | undefined): string => {
  if (actor?.kind === "support") return "by Sheaf support";
  if (actor?.kind === "system") return `by Sheaf itself (${actor.part})`;
  return "in another window";
};

/** One field of such a refusal, as its `details` have it. */
export type ConflictDetail<T extends object> = {
  field: keyof T;
  by: Actor | null;
  at: string | null;
  current: unknown;
  /** Absent where whoever answers knows it from the request. */
  wanted?: unknown;
};

type Words<T extends object> = { field(field: keyof T): string; value(field: keyof T, value: unknown): string };

/** The refusal that these details tell of. */
export const conflictOf = <T extends object>(details: readonly ConflictDetail<T>[], words: Words<T>): Refusal => {
  const sentences = details.map((detail) => {
    const { field, by, current, wanted } = detail;
    const changed = `${words.field(field)} was changed to ${words.value(field, current)} ${byWhom(by ?? undefined)}.`;
    return Object.hasOwn(detail, "wanted") ? `${changed} You chose ${words.value(field, wanted)}.` : changed;
  });
  return refuse("conflict", `${sentences.join(" ")} Reload the page and choose again.`, JSON.stringify(details));
};

type LastChangeOf<T extends object> = (field: keyof T) => LastChange | undefined;

const detailsOf = <T extends object>(
  conflicts: readonly FieldConflict<T>[],
  lastChangeOf: LastChangeOf<T>,
): Required<ConflictDetail<T>>[] =>
  conflicts.map(({ field, current, wanted }) => {
    const change = lastChangeOf(field);
    return { field, by: change?.actor ?? null, at: change?.instant ?? null, current, wanted };
  });

/**
 * The refusal of an intent that collides: a sentence that names each field, who changed it and both values (D-4).
 * `words`: fields and values as users know them; else as they are. `details` is the same as JSON: `[{field, by, at, current, wanted}]`.
 */
export const refuseConflicts = <T extends object>(
  conflicts: readonly FieldConflict<T>[],
  lastChangeOf: LastChangeOf<T>,
  words: Words<T> = {
    field: String,
    value: (_, value) => JSON.stringify(value),
  },
): Refusal => conflictOf(detailsOf(conflicts, lastChangeOf), words);

/** The same without what was asked for, where that must not be remembered; whoever answers puts it in ({@link conflictOf}). */
export const refuseUnsaid = <T extends object>(
  conflicts: readonly FieldConflict<T>[],
  lastChangeOf: LastChangeOf<T>,
  words: Words<T>,
): Refusal =>
  conflictOf(
    detailsOf(conflicts, lastChangeOf).map(({ wanted: _, ...kept }) => kept),
    words,
  );
