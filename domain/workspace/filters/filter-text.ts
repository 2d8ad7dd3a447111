import type { FilterMoment } from "../../filters/compile/compiled.ts";
import { needsQuotes } from "../../filters/description/operator-labels.ts";
import { listFirst } from "../../filters/description/phrases.ts";
import { statusFields } from "../../filters/description/status-labels.ts";
import { describeValue, type ValueText } from "../../filters/description/value-text.ts";
import { type FilterField, findSieverByField } from "../../filters/fields.ts";
import type { FilterStatuses } from "../../filters/filter.ts";
import { describeHidden } from "../../filters/hidden.ts";
import { erasedDescription } from "../../filters/personal.ts";
import type { Siever } from "../../filters/sievers.ts";
import { lowerFirst, upperFirst } from "../../text/first-letter.ts";
import { quoteText } from "../../text/quote-text.ts";

const statusOf = (field: string) => statusFields.find((status) => status.field === field);

/** Example: 'paid or partially paid', as in the editor. */
export const statusLabel = (field: keyof FilterStatuses, value: number): string => {
  const label = statusOf(field)?.labels.find((one) => one.value === value)?.label;
  return label === undefined ? "a status that no longer exists" : lowerFirst(label);
};

/** Example: 'Order tags', 'Variant SKU'. The group distinguishes the tags of orders, products and customers. */
export const describeSiever = (siever: Siever | undefined): string => {
  if (!siever) return "A condition that no longer exists";
  const { group, label } = siever;
  const words = label.split(" ").map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()));
  // A label may name its group itself.
  if (!words.includes(group.toLowerCase())) words.unshift(group);
  return upperFirst(words.join(" "));
};

/** Returns a field's name for merchants, capitalized. */
export const filterFieldLabel = (field: FilterField): string =>
  field === "title" ? "Title" : (statusOf(field)?.label ?? describeSiever(findSieverByField(field)));

const valueTextOf = (value: string, siever: Siever | undefined, moment: FilterMoment | undefined): ValueText =>
  siever === undefined ? { text: value } : describeValue(value, siever, moment);

const formatValueText = ({ lead, text, erased, hidden }: ValueText, count = 1): string => {
  if (text === undefined) return lead ?? "";
  if (hidden)
    return [lead, lead !== undefined && count > 1 && "any of", describeHidden(count)].filter(Boolean).join(" ");
  if (erased) return lead === undefined ? erasedDescription : `${lead} ${erasedDescription}`;
  if (lead === undefined) return quoteText(text);
  return `${lead} ${needsQuotes(lead) ? quoteText(text) : text}`;
};

/**
 * Describes a stored value: `!vip` is 'not “vip”', `vip*` 'begins with “vip”', `*` 'any value', `!*` 'empty', `>=5`
 * '≥ 5'.
 */
const describeStoredValue = (value: string, siever: Siever | undefined, moment?: FilterMoment): string =>
  formatValueText(valueTextOf(value, siever, moment));

/** Describes values in order. Hidden ones with one prefix are counted together. */
export const describeStoredValues = (
  values: readonly string[],
  siever: Siever | undefined,
  moment?: FilterMoment,
): string[] => {
  const same = Map.groupBy(
    values.map((value) => valueTextOf(value, siever, moment)),
    (words) => (words.hidden ? `hidden ${words.lead}` : words),
  );
  return [...same.values()].flatMap(([words, ...others]) => (words ? formatValueText(words, 1 + others.length) : []));
};

/** Describes a value in the merchant's words. */
export const describeFilterFieldValue = (field: FilterField, value: unknown): string => {
  if (Array.isArray(value)) {
    const siever = findSieverByField(field);
    return value.length === 0 ? "no values" : listFirst(value.map((one) => describeStoredValue(String(one), siever)));
  }
  const status = statusOf(field);
  return status ? statusLabel(status.field, Number(value)) : quoteText(String(value));
};
