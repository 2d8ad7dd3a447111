import { fold } from "#domain/text/fold.ts";
import { columnSynonyms } from "./column-synonyms.ts";
import { typoDistance } from "./typo-distance.ts";

/** A column's searchable words: its names and its description. */
export type SearchableColumn = { key: string; names: readonly string[]; text: string };

type Entry<Column> = {
  column: Column;
  key: string;
  names: string;
  words: readonly string[];
  count: number;
  text: string;
};

const parts = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Splits keys like `UTMSource` and `TotalPrice` into words. */
const wordsOfKey = (key: string): string[] => parts(fold(key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")));

/** Adjacent words joined, for input like 'saleschannel'. */
const joined = (words: readonly string[]): string[] => words.slice(1).map((word, at) => `${words[at]}${word}`);

/** Shorter words of synonyms, like the `to` of `ship to`, would match too much. */
const minSynonymWord = 3;
const wordsOfSynonyms = (key: string): string[] =>
  [...columnSynonyms]
    .flatMap(([phrase, keys]) => (keys.includes(key) ? parts(phrase) : []))
    .filter(({ length }) => length >= minSynonymWord);

const entryOf = <Column>(column: Column, { key, names, text }: SearchableColumn): Entry<Column> => {
  const named = names.map((name) => parts(fold(name)));
  const ofKey = wordsOfKey(key);
  const ofNames = named.flatMap((list) => [...list, ...joined(list)]);
  const words = [...new Set([...ofNames, ...ofKey, ...joined(ofKey), ...wordsOfSynonyms(key)])];
  return {
    column,
    key,
    names: [...names.map(fold), fold(key)].join("\n"),
    words,
    count: named[0]?.length ?? 1,
    text: fold(text),
  };
};

/** Match quality of a typed word: 1 is an exact word of the name, 0 no match. */
const scoreOf = (typed: string, { names, words, text }: Entry<unknown>, near: ReadonlyMap<string, number>): number => {
  if (words.includes(typed)) return 1;
  if (words.some((word) => word.startsWith(typed))) return 0.85;
  const nearest = Math.max(0, ...words.map((word) => near.get(word) ?? 0));
  const literal = names.includes(typed) ? 0.6 : text.includes(typed) ? 0.25 : 0;
  return Math.max(nearest, literal);
};

/** Candidates for a typed word that starts none of the known ones, with their quality. */
const findSimilarWords = (typed: string, vocabulary: ReadonlySet<string>): ReadonlyMap<string, number> => {
  for (const word of vocabulary) if (word.startsWith(typed)) return new Map();
  const near = new Map<string, number>();
  for (const word of vocabulary) {
    const found = typoDistance(typed, word);
    if (found !== null) near.set(word, 0.8 - 0.12 * found.slips - (found.whole ? 0 : 0.06));
  }
  return near;
};

/**
 * A typo-tolerant search for columns. Every typed word must match a column's name, key, synonyms or description,
 * ignoring case and accents. A word that starts no word of any name may match a similar one. Columns that the whole
 * text is a synonym for come first, then the best matches; ties, and all columns for an empty text, keep the order of
 * `columns`.
 */
export const createColumnSearch = <Column>(
  columns: readonly Column[],
  wordsOf: (column: Column) => SearchableColumn,
): ((text: string) => Column[]) => {
  const entries = columns.map((column) => entryOf(column, wordsOf(column)));
  const vocabulary = new Set(entries.flatMap(({ words }) => words));
  return (text) => {
    const typed = fold(text).split(/\s+/).filter(Boolean);
    if (typed.length === 0) return [...columns];
    const meant = typed.map((word) => findSimilarWords(word, vocabulary));
    const worth = (entry: Entry<Column>): number => {
      const each = typed.map((word, at) => scoreOf(word, entry, meant[at] ?? new Map()));
      if (each.includes(0)) return 0;
      const sum = each.reduce((total, one) => total + one, 0);
      // Among equal matches, prefers the column with fewer unmatched words.
      return sum / typed.length + 0.1 * Math.min(1, typed.length / entry.count);
    };
    const bySynonym = columnSynonyms.get(typed.join(" ")) ?? [];
    /** Returns more than any other worth. */
    const synonymWorth = (key: string): number => (bySynonym.includes(key) ? 3 - bySynonym.indexOf(key) / 10 : 0);
    return entries
      .map((entry) => ({ entry, worth: synonymWorth(entry.key) || worth(entry) }))
      .filter((one) => one.worth > 0)
      .sort((one, other) => other.worth - one.worth)
      .map(({ entry }) => entry.column);
  };
};
