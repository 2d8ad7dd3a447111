/** How many slips of the finger a typed word of so many letters may hold. */
const slipsAllowed = (letters: number): number => (letters < 4 ? 0 : letters < 6 ? 1 : letters < 9 ? 2 : 3);

/**
 * How far a typed word is from the beginning of another, in slips: a letter too many, one missing, a wrong one, or two neighbours
 * changed about (optimal string alignment). null: too far to be meant. `whole`: from all of the word, not only from its beginning.
 */
export const slipsBetween = (typed: string, word: string): { slips: number; whole: boolean } | null => {
  const most = slipsAllowed(typed.length);
  if (typed.length - word.length > most) return null;
  // No beginning that is longer can be nearer.
  const columns = Math.min(word.length, typed.length + most);
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
  if (nearest > most) return null;
  const whole = columns === word.length && last[columns] === nearest;
  return { slips: nearest, whole };
};
