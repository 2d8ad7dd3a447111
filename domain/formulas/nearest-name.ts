/** Letters that may be wrong in a name: one more, one less, another one, or two that changed places. */
const mostWrong = 2;

/** Damerau–Levenshtein distance, of letters that change places once. */
const distanceOf = (one: string, other: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const changed = (last[at - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped =
        one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
          ? (before[at - 2] ?? Number.POSITIVE_INFINITY) + 1
          : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, (last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
};

/** The name that was probably meant, within two letters; null where several are as near, or none is. */
export const nearestName = (written: string, names: Iterable<string>): string | null => {
  let nearest = mostWrong + 1;
  let found: string[] = [];
  for (const name of names) {
    if (Math.abs(name.length - written.length) > mostWrong) continue;
    const distance = distanceOf(written, name);
    if (distance < nearest) [nearest, found] = [distance, []];
    if (distance === nearest && distance <= mostWrong) found.push(name);
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
};
