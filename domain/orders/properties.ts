import type { Attribute } from "./order.ts";

/** Properties that people are shown: names that begin with `_` are between apps. */
export const shownProperties = (properties: readonly Attribute[] | undefined): readonly Attribute[] =>
  properties?.filter(({ key }) => !key.startsWith("_")) ?? [];

/** The value of the first property of a name, without blanks around either; null where it says nothing or is not there. */
export const propertyNamed = (
  properties: readonly Attribute[] | undefined,
  isNamed: (name: string) => boolean,
): string | null => {
  for (const { key, value } of properties ?? []) {
    const text = value?.trim();
    if (text && isNamed(key.trim())) return text;
  }
  return null;
};
