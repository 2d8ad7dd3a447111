/**
 * What Sheaf asks for at install: what its columns and filters read, and the shop's language, by which texts are
 * ordered (decision 28).
 */
export const requestedScopes: readonly string[] = [
  "read_orders",
  "read_all_orders",
  "read_customers",
  "read_products",
  "read_inventory",
  "read_locations",
  "read_merchant_managed_fulfillment_orders",
  "read_third_party_fulfillment_orders",
  "read_locales",
];

/** The requested scopes that were not granted; a granted `write_x` includes `read_x`. */
export const missingScopes = (requested: readonly string[], granted: readonly string[]): string[] => {
  const held = new Set(granted.flatMap((scope) => [scope, scope.replace(/^write_/, "read_")]));
  return requested.filter((scope) => !held.has(scope));
};
