import type { Attribute } from "./order.ts";

/** Names that begin with `_` are internal to apps. */
export const shownProperties = (properties: readonly Attribute[] | undefined): readonly Attribute[] =>
  properties?.filter(({ key }) => !key.startsWith("_")) ?? [];

/** Returns the first such property, trimmed; null if missing or blank. */
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
