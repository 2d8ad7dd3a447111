import { type StarterKey, starters } from "#domain/designs/starters.ts";

const maxPopular = 24;

/**
 * Starters that don't count: the blank one has no columns, and the platform's own export has what that file needs, not
 * what merchants choose.
 */
const ignored: readonly StarterKey[] = ["Blank", "PlatformExport"];

const uses = new Map<string, number>();
for (const { key, design } of starters)
  if (!ignored.includes(key)) for (const column of design.shown) uses.set(column, (uses.get(column) ?? 0) + 1);

/** Column keys, most used first. */
const keysByUse = [...uses].sort(([, one], [, other]) => other - one).map(([key]) => key);

/** Returns the columns that starter designs use most, in that order. */
export const pickPopular = <Column extends { key: string }>(columns: readonly Column[]): Column[] => {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return keysByUse.flatMap((key) => byKey.get(key) ?? []).slice(0, maxPopular);
};
