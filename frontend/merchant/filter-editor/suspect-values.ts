import { hasDateExpression } from "#domain/filters/description/date-expressions.ts";
import { isErased } from "#domain/filters/personal.ts";
import { type Siever, SieverCode } from "#domain/filters/sievers.ts";
import { createNormalizer, parseValue } from "#domain/filters/values.ts";
import { escapeText } from "#domain/filters/wildcards.ts";
import { findNearestWord } from "#domain/text/nearest.ts";
import type { Suggestions } from "#domain/wire/filters/suggestions.ts";

/** A value missing in the shop's newest orders. */
export type SuspectValue = {
  value: string;
  text: string;
  /** A similarly spelled value that these orders have. */
  meant: { word: string; value: string } | null;
};

/**
 * Fields that match more than the suggestions: a channel by its handle, a country or province by its code, any shipping
 * method of the order, the customer's address.
 */
const matchMore: ReadonlySet<SieverCode> = new Set([
  SieverCode.SalesChannel,
  SieverCode.Country,
  SieverCode.BillingCountry,
  SieverCode.Province,
  SieverCode.City,
  SieverCode.ShippingMethod,
]);
const attributes: ReadonlySet<SieverCode> = new Set([SieverCode.NoteAttributes, SieverCode.Properties]);

/** Accepted spellings of a suggestion; for an attribute its value alone, too. */
const spellingsOf = (word: string, { code }: Siever): string[] =>
  attributes.has(code) && word.includes(":") ? [word, word.slice(word.indexOf(":") + 1)] : [word];

/**
 * Finds doubtful values (ADR 53): whole texts missing in the shop's own, if those are completely known or one of them
 * was probably meant. None while the shop's values are unknown.
 */
export const findSuspectValues = (
  values: readonly string[],
  siever: Siever,
  offers: Suggestions | undefined,
): SuspectValue[] => {
  if (offers?.OrdersRead == null || offers.OrdersRead === 0) return [];
  const form = createNormalizer(siever);
  const words = offers.Values.flatMap(({ Value }) => spellingsOf(Value, siever));
  const known = new Set(words.map(form));
  return values.flatMap((value): SuspectValue[] => {
    const parsed = parseValue(value, siever);
    if ("problem" in parsed || !("operand" in parsed.value)) return [];
    const { kind, operand: text } = parsed.value;
    if ("part" in parsed.value || isErased(text) || hasDateExpression(text) || known.has(form(text))) return [];
    const word = findNearestWord(text, words);
    const isBeginning = word !== null && form(word).startsWith(form(text));
    if (matchMore.has(siever.code) ? word === null || isBeginning : word === null && !offers.IsWhole) return [];
    return [
      { value, text, meant: word === null ? null : { word, value: (kind === "not" ? "!" : "") + escapeText(word) } },
    ];
  });
};
