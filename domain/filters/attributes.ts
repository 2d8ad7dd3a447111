import type { Attribute } from "../orders/order.ts";
import { fold } from "../text/fold.ts";

/** Between a name and its value; no folded text holds this character. */
const colon = "\u0000";

/** A name and a value as one key. */
const pair = (name: string, value: string, form = fold): string => `${form(name)}${colon}${form(value)}`;

/**
 * What of an attribute a typed text may mean: a bare value, or `name:value` at any of its colons, as names and values
 * may hold colons themselves.
 */
export const attributeKeys = (typed: string): string[] => {
  const keys = [fold(typed)];
  for (let at = typed.indexOf(":"); at !== -1; at = typed.indexOf(":", at + 1))
    keys.push(pair(typed.slice(0, at), typed.slice(at + 1)));
  return keys;
};

/** Whether a key is of a name and a value. */
export const isPair = (key: string): boolean => key.includes(colon);

/** What the keys are compared with; `form` is `fold`, or one that remembers. */
export const attributeTexts = ({ key, value }: Attribute, form: (text: string) => string) => {
  const own = value ?? "";
  return { value: form(own), pair: pair(key, own, form) };
};

/** Sees whether one of the attributes is among the keys; `form` as above. An empty value is found by its name alone (`gift:`). */
export const holdsAttribute = (
  attributes: readonly Attribute[],
  keys: ReadonlySet<string>,
  form: (text: string) => string,
): boolean => {
  for (const { key, value } of attributes) {
    const own = value ?? "";
    if (keys.has(pair(key, own, form)) || (own !== "" && keys.has(form(own)))) return true;
  }
  return false;
};

/** Whether one of the attributes has a value, for `*` and `!*`. */
export const hasValue = (attributes: readonly Attribute[]): boolean =>
  attributes.some(({ value }) => value !== null && value.trim() !== "");
