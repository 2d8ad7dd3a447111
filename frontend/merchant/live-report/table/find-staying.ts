/**
 * The items of a list that can stay while the others move around them: the longest increasing subsequence. `places`: each item's old place, in the
 * new order; -1 for a new item. Returns the indices of `places` that stay.
 */
export const findStaying = (places: readonly number[]): ReadonlySet<number> => {
  /** For each length, the index of the smallest last place of such a sequence. */
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
