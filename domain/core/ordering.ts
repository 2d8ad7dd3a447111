import type { Refusal } from "./decider.ts";
import { refuseField } from "./field-problem.ts";

/** A list of ids: as the user saw it, arranged it, and as it is now. */
export type Reordering = { base: readonly string[]; wanted: readonly string[]; current: readonly string[] };

/** Longest subsequence of ids with increasing positions: these stay while the others move. */
const longestIncreasing = (ids: readonly string[], positionById: ReadonlyMap<string, number>): ReadonlySet<string> => {
  type Chain = { id: string; position: number; before: Chain | undefined };
  // ends[n]: the increasing chain of n + 1 ids with the lowest last position.
  const ends: Chain[] = [];
  for (const id of ids) {
    const position = positionById.get(id) ?? -1;
    const above = ends.findIndex((end) => end.position > position);
    const at = above < 0 ? ends.length : above;
    ends[at] = { id, position, before: ends[at - 1] };
  }
  const kept = new Set<string>();
  for (let link = ends.at(-1); link; link = link.before) kept.add(link.id);
  return kept;
};

/** Fewest ids whose moves turn `base` into `wanted`, in the order of `wanted`. */
const findMovedIds = (base: readonly string[], wanted: readonly string[]): string[] => {
  const kept = longestIncreasing(wanted, new Map(base.map((id, position) => [id, position])));
  return wanted.filter((id) => !kept.has(id));
};

/**
 * Puts each id that the user moved after the nearest id above it in `submittedIds` that others have not moved
 * meanwhile, or else to the front. Concurrent moves of different rows all take effect. New ids stay at the end, deleted
 * ones are ignored, and ids missing in `submittedIds` don't move.
 */
export const reorder = ({ base, wanted: submittedIds, current }: Reordering): { to: string[]; moved: string[] } => {
  const alive = new Set(current);
  const saw = new Set(base);
  const seen = [...base, ...current.filter((id) => !saw.has(id))];
  const named = new Set(submittedIds);
  const mine = findMovedIds(
    seen.filter((id) => named.has(id)),
    submittedIds,
  ).filter((id) => alive.has(id));
  const theirs = new Set(
    findMovedIds(
      seen.filter((id) => alive.has(id)),
      current,
    ),
  );
  const meant = submittedIds.filter((id) => alive.has(id));
  const placed = new Set<string>();
  let to = [...current];
  const moved: string[] = [];
  for (const id of mine) {
    const anchor = meant.slice(0, meant.indexOf(id)).findLast((above) => placed.has(above) || !theirs.has(above));
    const others = to.filter((other) => other !== id);
    const next = others.toSpliced(anchor === undefined ? 0 : others.indexOf(anchor) + 1, 0, id);
    if (next.some((other, index) => other !== to[index])) moved.push(id);
    placed.add(id);
    to = next;
  }
  return { to, moved };
};

const refuseInvalidIds = (message: string) => refuseField({ field: "ids", message });

/** Refuses duplicate and unknown ids. `items`: plural, as in 'filters'. */
export const refuseInvalidOrder = (
  { base, wanted: submittedIds, current }: Reordering,
  items: string,
): Refusal | undefined => {
  if (new Set(submittedIds).size < submittedIds.length)
    return refuseInvalidIds(`ids: some of the ${items} are listed twice. List each of them once.`);
  const known = new Set([...base, ...current]);
  if (submittedIds.some((id) => !known.has(id)))
    return refuseInvalidIds(`ids: some of the ${items} are not known. Reload the list and try again.`);
  return undefined;
};

type WithOrdering = { ordering: number };

/** Numbers the list 0..n-1. */
export const renumber = <T extends WithOrdering>(list: readonly T[]): T[] =>
  list.map((item, ordering) => (item.ordering === ordering ? item : { ...item, ordering }));

/** Sorts a list. Items not in `ids` follow in their present order. */
export const sortByIds = <T extends WithOrdering>(
  list: readonly T[],
  ids: readonly string[],
  idOf: (item: T) => string,
): T[] => {
  const indexById = new Map(ids.map((id, index) => [id, index]));
  const indexOf = (item: T) => indexById.get(idOf(item)) ?? ids.length;
  return renumber([...list].sort((one, other) => indexOf(one) - indexOf(other)));
};
