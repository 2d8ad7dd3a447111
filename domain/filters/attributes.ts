import type { Attribute } from "../orders/order.ts";
import { fold } from "../text/fold.ts";

/** Occurs in no folded text. */
const pairSeparator = "\u0000";

const joinPair = (name: string, value: string, form = fold): string => `${form(name)}${pairSeparator}${form(value)}`;

/**
 * Keys that a typed text may mean: a bare value, or `name:value` split at any of its colons, as both may contain
 * colons.
 */
export const attributeKeys = (typed: string): string[] => {
  const keys = [fold(typed)];
  for (let colonIndex = typed.indexOf(":"); colonIndex !== -1; colonIndex = typed.indexOf(":", colonIndex + 1))
    keys.push(joinPair(typed.slice(0, colonIndex), typed.slice(colonIndex + 1)));
  return keys;
};

/** True if a key has a name and a value. */
export const isPair = (key: string): boolean => key.includes(pairSeparator);

/** Texts of an attribute in the form of {@link attributeKeys}. `form`: `fold`, or a caching version. */
export const attributeTexts = ({ key, value }: Attribute, form: (text: string) => string) => {
  const own = value ?? "";
  return { value: form(own), pair: joinPair(key, own, form) };
};

/** An empty value is found by its name alone (`gift:`). */
export const hasAttribute = (
  attributes: readonly Attribute[],
  keys: ReadonlySet<string>,
  form: (text: string) => string,
): boolean => {
  for (const { key, value } of attributes) {
    const own = value ?? "";
    if (keys.has(joinPair(key, own, form)) || (own !== "" && keys.has(form(own)))) return true;
  }
  return false;
};

/** True if any has a value, for `*` and `!*`. */
export const hasAttributeValue = (attributes: readonly Attribute[]): boolean =>
  attributes.some(({ value }) => value !== null && value.trim() !== "");
