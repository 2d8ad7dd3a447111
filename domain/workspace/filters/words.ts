import type { FilterMoment } from "../../filters/compile/compiled.ts";
import { type FilterField, sieverOfField } from "../../filters/fields.ts";
import type { FilterStatuses } from "../../filters/filter.ts";
import { hiddenSaid } from "../../filters/hidden.ts";
import { erasedSaid } from "../../filters/personal.ts";
import type { Siever } from "../../filters/sievers.ts";
import { takesQuotes } from "../../filters/words/operator-words.ts";
import { firstOf } from "../../filters/words/phrases.ts";
import { statusFields } from "../../filters/words/status-labels.ts";
import { type ValueWords, valueWords } from "../../filters/words/value-words.ts";
import { quoted } from "../../text/quoted.ts";

const statusOf = (field: string) => statusFields.find((status) => status.field === field);

const lowerFirst = (label: string) => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** The editor's label: 'paid or partially paid'. */
export const statusWords = (field: keyof FilterStatuses, value: number): string => {
  const label = statusOf(field)?.labels.find((one) => one.value === value)?.label;
  return label === undefined ? "a status that no longer exists" : lowerFirst(label);
};

/** 'Order tags', 'Variant SKU'. The group distinguishes the tags of orders, products and customers. */
export const sieverWords = (siever: Siever | undefined): string => {
  if (!siever) return "A condition that no longer exists";
  const words = siever.label.split(" ").map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()));
  return `${siever.group} ${words.join(" ")}`;
};

/** The merchant's name of a filter's field, capitalized. */
export const fieldWords = (field: FilterField): string =>
  field === "title" ? "Title" : (statusOf(field)?.label ?? sieverWords(sieverOfField(field)));

const wordsOf = (value: string, siever: Siever | undefined, moment: FilterMoment | undefined): ValueWords =>
  siever === undefined ? { text: value } : valueWords(value, siever, moment);

const wordsSaid = ({ lead, text, erased, hidden }: ValueWords, count = 1): string => {
  if (text === undefined) return lead ?? "";
  if (hidden) return [lead, lead !== undefined && count > 1 && "any of", hiddenSaid(count)].filter(Boolean).join(" ");
  if (erased) return lead === undefined ? erasedSaid : `${lead} ${erasedSaid}`;
  if (lead === undefined) return quoted(text);
  return `${lead} ${takesQuotes(lead) ? quoted(text) : text}`;
};

/**
 * A stored value within a sentence: `!vip` is 'not “vip”', `vip*` 'begins with “vip”', `*` 'any value', `!*` 'empty',
 * `>=5` '≥ 5'.
 */
const valueSaid = (value: string, siever: Siever | undefined, moment?: FilterMoment): string =>
  wordsSaid(wordsOf(value, siever, moment));

/** The same for several values, in order. Hidden ones with the same prefix are counted together. */
export const valuesSaid = (values: readonly string[], siever: Siever | undefined, moment?: FilterMoment): string[] => {
  const same = Map.groupBy(
    values.map((value) => wordsOf(value, siever, moment)),
    (words) => (words.hidden ? `hidden ${words.lead}` : words),
  );
  return [...same.values()].flatMap(([words, ...others]) => (words ? wordsSaid(words, 1 + others.length) : []));
};

/** A field's value in the merchant's words. */
export const fieldValueWords = (field: FilterField, value: unknown): string => {
  if (Array.isArray(value)) {
    const siever = sieverOfField(field);
    return value.length === 0 ? "no values" : firstOf(value.map((one) => valueSaid(String(one), siever)));
  }
  const status = statusOf(field);
  return status ? statusWords(status.field, Number(value)) : quoted(String(value));
};
