/** Allowed typos for a word's length. */
const allowedTypos = (letters: number): number => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 9 ? 2 : 3);

/**
 * Edit distance of a typed word from a prefix of another (optimal string alignment): inserted, missing, wrong or
 * transposed letters. Null: too far. `whole`: the prefix is the whole word.
 */
export const typoDistance = (typed: string, word: string): { slips: number; whole: boolean } | null => {
  const maxTypos = allowedTypos(typed.length);
  if (typed.length - word.length > maxTypos) return null;
  // A longer prefix can't be nearer.
  const columns = Math.min(word.length, typed.length + maxTypos);
  let before: number[] = [];
  let last = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row++) {
    const next = [row];
    for (let column = 1; column <= columns; column++) {
      const same = typed[row - 1] === word[column - 1];
      const changedAbout =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      next.push(
        Math.min(
          (last[column] ?? row) + 1,
          (next[column - 1] ?? row) + 1,
          (last[column - 1] ?? row) + (same ? 0 : 1),
          changedAbout ? (before[column - 2] ?? row) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = next;
  }
  const nearest = Math.min(...last);
  if (nearest > maxTypos) return null;
  const whole = columns === word.length && last[columns] === nearest;
  return { slips: nearest, whole };
};
