import type { ColumnDefinition } from "./definition.ts";

/** The platform's scopes that let parts of an order be read (P-1.6); of those of which one is enough, the one that we name to people. */
const scopeOf: readonly (readonly [path: RegExp, scope: string])[] = [
  [/^customer\b/, "read_customers"],
  [/^fulfillmentOrders\b|\bfulfillmentOrders\.nodes\b/, "read_merchant_managed_fulfillment_orders"],
  [/^purchasingEntity\b/, "read_customers"],
  [/^paymentTerms\b/, "read_payment_terms"],
  [/^staffMember\b/, "read_users"],
  [/(?<!^purchasingEntity\.\(PurchasingCompany\)\.)\b(location|retailLocation)\b/, "read_locations"],
  [/^lineItems\.nodes\.(product|variant)\b/, "read_products"],
];

/** The scopes that a column needs beside `read_orders`, each once; those of the attribute where one is chosen. */
export const scopesOf = ({ fields }: Pick<ColumnDefinition, "fields">): string[] => [
  ...new Set(fields.flatMap((field) => scopeOf.flatMap(([path, scope]) => (path.test(field) ? [scope] : [])))),
];
