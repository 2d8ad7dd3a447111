import type { FilterMoment } from "#domain/filters/compiled.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { type ValueWords, valueWords } from "#domain/filters/value-words.ts";
import { oneLine } from "#domain/text/one-line.ts";

/** What a chip shows: a quiet word or sign before, then the text, dates in words; in quotes where it would read 'not not eligible'. */
export const chipWords = (value: string, siever: Siever, moment?: FilterMoment): ValueWords => {
  const words = valueWords(value, siever, moment);
  return words.lead !== undefined && words.text?.startsWith("not ") ? { ...words, text: `“${words.text}”` } : words;
};

/** The same on one line, for sentences. */
export const valueText = (value: string, siever: Siever): string => {
  const { lead, text } = chipWords(value, siever);
  return oneLine([lead, text].filter((part) => part !== undefined).join(" "));
};
