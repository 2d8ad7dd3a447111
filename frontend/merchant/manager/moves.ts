/** `place` is clamped to the list. */
export const moveTo = (ids: readonly string[], id: string, place: number): string[] => {
  const others = ids.filter((other) => other !== id);
  if (others.length === ids.length) return [...ids];
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, id);
};

/** Swaps a row with its neighbor (S-1.4, 'Ordering'): -1 the one above, 1 the one below. */
export const moveBy = (ids: readonly string[], id: string, by: -1 | 1): string[] =>
  moveTo(ids, id, ids.indexOf(id) + by);

/** Sorts rows by ids. Rows without an id come last; ids without a row are ignored. */
export const sortByIds = <Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  const names = new Set(ids);
  return [...named, ...rows.filter(({ id }) => !names.has(id))];
};

/** '“Weekly” is at place 2 of 5.' */
export const describePosition = (title: string, place: number, of: number): string =>
  `“${title}” is at place ${place} of ${of}.`;
