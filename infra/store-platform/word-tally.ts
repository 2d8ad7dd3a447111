import { fold } from "#domain/text/fold.ts";

const mostWords = 200;
const longestWord = 255;
/** An address of a person is nobody's suggestion, wherever it stands. */
const likeAddress = /[^\s@]@[^\s@]+\.[^\s@]/;

export type WordTally = { add(text: string | null | undefined, times?: number): void; words(): string[] };

/**
 * Counts words of one kind, those of the same `form` as one; each is shown as it was met first. Default: what a filter takes for the
 * same is one.
 */
export const createTally = (form: (word: string) => string = fold): WordTally => {
  const words = new Map<string, { word: string; count: number }>();
  return {
    add(text, times = 1) {
      const word = text?.trim() ?? "";
      if (word === "" || Array.from(word).length > longestWord || /\p{Cc}/u.test(word) || likeAddress.test(word))
        return;
      const key = form(word);
      const known = words.get(key);
      if (known) known.count += times;
      else words.set(key, { word, count: times });
    },
    /** The most frequent first, equals by alphabet. */
    words: () =>
      [...words.values()]
        .sort((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
        .slice(0, mostWords)
        .map(({ word }) => word),
  };
};
