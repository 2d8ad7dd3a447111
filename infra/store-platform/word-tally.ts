import { createCollation } from "#domain/text/collation.ts";
import { fold } from "#domain/text/fold.ts";
import { maxSuggestions } from "../ports/store-platform.ts";

const collate = createCollation("en");

const longestWord = 255;
/** E-mail addresses never become suggestions. */
const likeAddress = /[^\s@]@[^\s@]+\.[^\s@]/;

export type WordTally = {
  /** `within`: repeats in the same container count once. */
  add(text: string | null | undefined, times?: number, within?: unknown): void;
  /** Words, the most frequent first. Ties are in English order, as the shop's language isn't known here. */
  counted(): { word: string; count: number }[];
  words(): string[];
};

/** Words with the same `form` count as one, shown as first met. Default: words that filters treat as equal. */
export const createTally = (form: (word: string) => string = fold): WordTally => {
  const words = new Map<string, { word: string; count: number; within: unknown }>();
  const counted = () =>
    [...words.values()]
      .sort((one, other) => other.count - one.count || collate(one.word, other.word))
      .slice(0, maxSuggestions)
      .map(({ word, count }) => ({ word, count }));
  return {
    add(text, times = 1, within = {}) {
      const word = text?.trim() ?? "";
      if (word === "" || Array.from(word).length > longestWord || /\p{Cc}/u.test(word) || likeAddress.test(word))
        return;
      const key = form(word);
      const known = words.get(key);
      if (!known) words.set(key, { word, count: times, within });
      else if (known.within !== within) {
        known.count += times;
        known.within = within;
      }
    },
    counted,
    words: () => counted().map(({ word }) => word),
  };
};
