/** Holds one metafield of an order, customer, product or variant. */
export type MetafieldField = `metafield_${string}`;

/** Each requested metafield is its own field. */
export type WithMetafields = { readonly [field: MetafieldField]: { value?: string | null } | null | undefined };

const prefix = "metafield_";

/**
 * Field of the metafield `namespace.key`: a valid GraphQL name for use as alias and path segment. Other characters
 * become `_` and two hexadecimal digits.
 */
export const metafieldField = (name: string): MetafieldField =>
  `${prefix}${name.replace(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16).padStart(2, "0").slice(-2)}`)}`;

/** Reverses {@link metafieldField}; undefined for other fields. */
export const parseMetafield = (field: string): { namespace: string; key: string } | undefined => {
  if (!field.startsWith(prefix)) return undefined;
  const name = field
    .slice(prefix.length)
    .replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { namespace: name.slice(0, dot), key: name.slice(dot + 1) } : undefined;
};
