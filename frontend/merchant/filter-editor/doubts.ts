import { isErased } from "#domain/filters/personal.ts";
import { type Siever, SieverCode } from "#domain/filters/sievers.ts";
import { spelt } from "#domain/filters/stars.ts";
import { formOf, parseValue } from "#domain/filters/values.ts";
import { holdsDate } from "#domain/filters/words/date-words.ts";
import { nearest } from "#domain/text/nearest.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";

/** A value missing in the shop's newest orders. `meant`: a similarly spelt one that they have. */
export type Doubt = { value: string; text: string; meant: { word: string; value: string } | null };

/** Fields that match more than the suggestions: a channel by its handle, a country by its code. */
const matchMore: ReadonlySet<SieverCode> = new Set([SieverCode.SalesChannel, SieverCode.Country]);
const attributes: ReadonlySet<SieverCode> = new Set([SieverCode.NoteAttributes, SieverCode.Properties]);

/** Accepted spellings of a suggestion; for an attribute its value alone, too. */
const waysToSay = (word: string, { code }: Siever): string[] =>
  attributes.has(code) && word.includes(":") ? [word, word.slice(word.indexOf(":") + 1)] : [word];

/**
 * Doubtful values (ADR 53): whole texts missing in the shop's own, if those are completely known or one of them was probably meant. None while the
 * shop's values are unknown.
 */
export const doubtsOf = (values: readonly string[], siever: Siever, offers: Suggestions | undefined): Doubt[] => {
  if (offers?.OrdersRead == null || offers.OrdersRead === 0) return [];
  const form = formOf(siever);
  const words = offers.Values.flatMap(({ Value }) => waysToSay(Value, siever));
  const known = new Set(words.map(form));
  return values.flatMap((value): Doubt[] => {
    const parsed = parseValue(value, siever);
    if ("problem" in parsed || !("operand" in parsed.value)) return [];
    const { kind, operand: text } = parsed.value;
    if ("part" in parsed.value || isErased(text) || holdsDate(text) || known.has(form(text))) return [];
    const word = nearest(text, words);
    const isBeginning = word !== null && form(word).startsWith(form(text));
    if (matchMore.has(siever.code) ? word === null || isBeginning : word === null && !offers.IsWhole) return [];
    return [{ value, text, meant: word === null ? null : { word, value: (kind === "not" ? "!" : "") + spelt(word) } }];
  });
};
