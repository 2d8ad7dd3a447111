/**
 * Items that can stay while the others move around them: the longest increasing subsequence. `places`: each item's old
 * place, in the new order; -1 for a new item. Returns indices of `places`.
 */
export const findStaying = (places: readonly number[]): ReadonlySet<number> => {
  /** Maps a length, less one, to the index of the smallest last place of an increasing subsequence. */
  const ends: number[] = [];
  const before = new Array<number>(places.length).fill(-1);
  for (const [index, place] of places.entries()) {
    if (place < 0) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const stay = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) stay.add(index);
  return stay;
};
