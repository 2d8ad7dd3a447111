import { textElement } from "./excel-text.ts";

/** Size of the table, independent of a report's length. */
const maxEntries = 50_000;
const maxCharacters = 8 * 1024 * 1024;
/** Texts of a column sampled for repeats. */
const sampleSize = 1_000;

/**
 * Repeating texts, each written once. A column leaves the table if its first thousand texts mostly differ: sharing
 * would cost memory and save nothing. Decides by counting, so the same rows give the same file.
 */
export type SharedStrings = {
  /** Index of a text; undefined if it must stand in its cell. */
  indexOf(text: string, column: number): number | undefined;
  parts(): Iterable<string>;
  isEmpty(): boolean;
};

export const createSharedStrings = (limits = { entries: maxEntries, characters: maxCharacters }): SharedStrings => {
  const indexes = new Map<string, number>();
  const columns: { seen: number; known: number }[] = [];
  let characters = 0;
  let uses = 0;

  return {
    indexOf(text, column) {
      columns[column] ??= { seen: 0, known: 0 };
      const counts = columns[column];
      if (counts.seen >= sampleSize && counts.known < sampleSize / 2) return undefined;
      const known = indexes.get(text);
      if (counts.seen < sampleSize) {
        counts.seen += 1;
        if (known !== undefined) counts.known += 1;
      }
      if (known !== undefined) {
        uses += 1;
        return known;
      }
      if (indexes.size >= limits.entries || characters + text.length > limits.characters) return undefined;
      uses += 1;
      characters += text.length;
      indexes.set(text, indexes.size);
      return indexes.size - 1;
    },
    *parts() {
      yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
        `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${uses}" uniqueCount="${indexes.size}">`;
      for (const text of indexes.keys()) yield textElement("<si><t", text, "</t></si>");
      yield "</sst>";
    },
    isEmpty: () => indexes.size === 0,
  };
};
