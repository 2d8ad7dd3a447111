import { type Refusal, refuse } from "./decider.ts";
import type { FieldConflict } from "./intent.ts";
import type { Actor } from "./message.ts";

/** Who last changed a field, and when (ISO UTC). */
export type LastChange = { actor: Actor; instant: string };

const who = (actor: Actor | undefined): string => {
  if (actor?.kind === "support") return `the support agent ${actor.agent}`;
  if (actor?.kind === "system") return `Sheaf itself (${actor.part})`;
  return "your shop in another window";
};

/** One field of such a refusal, as its `details` have it. */
export type ConflictDetail<T extends object> = {
  field: keyof T;
  by: Actor | null;
  at: string | null;
  current: unknown;
  wanted: unknown;
};

type Words<T extends object> = { field(field: keyof T): string; value(field: keyof T, value: unknown): string };

/** The refusal that these details tell of. */
export const conflictOf = <T extends object>(details: readonly ConflictDetail<T>[], words: Words<T>): Refusal => {
  const sentences = details.map(
    ({ field, by, current, wanted }) =>
      `${words.field(field)} was changed meanwhile by ${who(by ?? undefined)} to ${words.value(field, current)}; you asked for ${words.value(field, wanted)}.`,
  );
  return refuse("conflict", `${sentences.join(" ")} Reload the page and choose again.`, JSON.stringify(details));
};

/**
 * The refusal of an intent that collides: a sentence that names each field, who changed it and both values (D-4).
 * `words`: fields and values as users know them; else as they are. `details` is the same as JSON: `[{field, by, at, current, wanted}]`.
 */
export const refuseConflicts = <T extends object>(
  conflicts: readonly FieldConflict<T>[],
  lastChangeOf: (field: keyof T) => LastChange | undefined,
  words: Words<T> = {
    field: String,
    value: (_, value) => JSON.stringify(value),
  },
): Refusal =>
  conflictOf(
    conflicts.map(({ field, current, wanted }) => {
      const change = lastChangeOf(field);
      return { field, by: change?.actor ?? null, at: change?.instant ?? null, current, wanted };
    }),
    words,
  );
