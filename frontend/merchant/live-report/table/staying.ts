/**
 * Which of a list's items can stay where they are while the others move around them: the longest run of places that rise. `places`: for each item,
 * in its new order, where it stood before; -1 of a new one. Answers the indices of `places` that stay.
 */
export const staying = (places: readonly number[]): ReadonlySet<number> => {
  /** For each length of a run, the index at which the one with the smallest end ends. */
  const ends: number[] = [];
  const before = new Array<number>(places.length).fill(-1);
  for (const [at, place] of places.entries()) {
    if (place < 0) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const stay = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) stay.add(at);
  return stay;
};
