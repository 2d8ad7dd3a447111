/** The field of an order, customer, product or variant that holds one of its metafields. */
export type MetafieldField = `metafield_${string}`;

/** Objects of the platform that have metafields: those that were asked for, each in a field of its own. */
export type WithMetafields = { readonly [field: MetafieldField]: { value?: string | null } | null | undefined };

const prefix = "metafield_";

/**
 * Field of the metafield `namespace.key`. It is a name as GraphQL takes it, so that it can be an alias and a part of a path: whatever is no
 * letter or digit stands there as `_` and its two hexadecimal digits.
 */
export const metafieldField = (name: string): MetafieldField =>
  `${prefix}${name.replace(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16).padStart(2, "0").slice(-2)}`)}`;

/** Which metafield a field holds; undefined of every other field. */
export const metafieldOf = (field: string): { namespace: string; key: string } | undefined => {
  if (!field.startsWith(prefix)) return undefined;
  const name = field
    .slice(prefix.length)
    .replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { namespace: name.slice(0, dot), key: name.slice(dot + 1) } : undefined;
};
