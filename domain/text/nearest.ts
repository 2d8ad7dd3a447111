import { fold } from "./fold.ts";

const maxEditDistance = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3);

/** Counts edits: insert, delete, change, or swap with the next letter. Returns `maxDistance` + 1 if more are needed. */
export const editDistance = (one: string, other: string, maxDistance: number): number => {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const changed = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[other.length] ?? 0, maxDistance + 1);
};

/**
 * Finds a word within a typo or two, else one that begins with the text; the first among equals. Ignores case and
 * diacritics. Null if none is near.
 */
export const findNearestWord = (text: string, words: readonly string[]): string | null => {
  const typed = fold(text);
  const maxDistance = maxEditDistance(typed.length);
  let best: { word: string; slips: number } | null = null;
  for (const word of words) {
    const own = fold(word);
    // A half-typed word is nearer than two typos.
    const distance = typed.length > 1 && own.startsWith(typed) ? 1.5 : editDistance(typed, own, maxDistance);
    if ((distance <= maxDistance || distance === 1.5) && distance < (best?.slips ?? Number.POSITIVE_INFINITY))
      best = { word, slips: distance };
  }
  return best?.word ?? null;
};
