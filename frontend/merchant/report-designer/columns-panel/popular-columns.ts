import { type StarterKey, starters } from "#domain/designs/starters.ts";

const maxPopular = 24;

/** The blank one has no columns. The platform's own export shows what that file needs, not what merchants choose. */
const ignored: readonly StarterKey[] = ["Blank", "PlatformExport"];

const uses = new Map<string, number>();
for (const { key, design } of starters)
  if (!ignored.includes(key)) for (const column of design.shown) uses.set(column, (uses.get(column) ?? 0) + 1);

/** Most used first. */
const keysByUse = [...uses].sort(([, one], [, other]) => other - one).map(([key]) => key);

/** Those that starter designs use most, in that order. */
export const pickPopular = <Column extends { key: string }>(columns: readonly Column[]): Column[] => {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return keysByUse.flatMap((key) => byKey.get(key) ?? []).slice(0, maxPopular);
};
