import { type Refusal, refuse } from "./decider.ts";
import type { FieldConflict } from "./intent.ts";
import type { Actor } from "./message.ts";

/** `instant`: ISO UTC. */
export type LastChange = { actor: Actor; instant: string };

const describeAuthor = (actor: Actor | undefined): string => {
  if (actor?.kind === "support") return "by Sheaf support";
  if (actor?.kind === "system") return `by Sheaf itself (${actor.part})`;
  return "in another window";
};

/** One field, as in a refusal's `details`. */
export type ConflictDetail<T extends object> = {
  field: keyof T;
  by: Actor | null;
  at: string | null;
  current: unknown;
  /** Absent if the caller knows it from the request. */
  wanted?: unknown;
};

type FieldLabels<T extends object> = { field(field: keyof T): string; value(field: keyof T, value: unknown): string };

/** Builds the refusal of a conflict. */
export const createConflict = <T extends object>(
  details: readonly ConflictDetail<T>[],
  words: FieldLabels<T>,
): Refusal => {
  const sentences = details.map((detail) => {
    const { field, by, current, wanted } = detail;
    const changed = `${words.field(field)} was changed to ${words.value(field, current)} ${describeAuthor(by ?? undefined)}.`;
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
 * Refuses with a message that names each field, its author and both values (D-4). `words`: readable names of fields and
 * values. `details` is the same as JSON: `[{field, by, at, current, wanted}]`.
 */
export const refuseConflicts = <T extends object>(
  conflicts: readonly FieldConflict<T>[],
  lastChangeOf: LastChangeOf<T>,
  words: FieldLabels<T> = {
    field: String,
    value: (_, value) => JSON.stringify(value),
  },
): Refusal => createConflict(detailsOf(conflicts, lastChangeOf), words);

/**
 * Leaves out the wanted values, which may be personal. A caller that may show them adds them by {@link createConflict}.
 */
export const refuseConflictsWithoutWanted = <T extends object>(
  conflicts: readonly FieldConflict<T>[],
  lastChangeOf: LastChangeOf<T>,
  words: FieldLabels<T>,
): Refusal =>
  createConflict(
    detailsOf(conflicts, lastChangeOf).map(({ wanted: _, ...kept }) => kept),
    words,
  );
