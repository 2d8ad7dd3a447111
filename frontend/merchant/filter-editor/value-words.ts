import type { Siever } from "#domain/filters/sievers.ts";
import { type ValueWords, valueWords } from "#domain/filters/value-words.ts";
import { oneLine } from "#domain/text/one-line.ts";

/** What a chip shows: a quiet word or sign before, then the text as it was typed; in quotes where it would read 'not not eligible'. */
export const chipWords = (value: string, siever: Siever): ValueWords => {
  const words = valueWords(value, siever);
  return words.lead !== undefined && words.text?.startsWith("not ") ? { ...words, text: `“${words.text}”` } : words;
};

/** The same on one line, for sentences. */
export const valueText = (value: string, siever: Siever): string => {
  const { lead, text } = chipWords(value, siever);
  return oneLine([lead, text].filter((part) => part !== undefined).join(" "));
};
