import type { ColumnDefinition } from "./definition.ts";

/** Scopes for parts of an order (P-1.6). Where any of several is enough, the one to show people. */
const scopeByPath: readonly (readonly [path: RegExp, scope: string])[] = [
  [/^customer\b/, "read_customers"],
  [/^fulfillmentOrders\b|\bfulfillmentOrders\.nodes\b/, "read_merchant_managed_fulfillment_orders"],
  [/^purchasingEntity\b/, "read_customers"],
  [/^paymentTerms\b/, "read_payment_terms"],
  [/^staffMember\b/, "read_users"],
  [/(?<!^purchasingEntity\.\(PurchasingCompany\)\.)\b(location|retailLocation)\b/, "read_locations"],
  [/^lineItems\.nodes\.(product|variant)\b/, "read_products"],
];

/** Lists the scopes that a column or its attribute needs beside `read_orders`. */
export const listScopes = ({ fields }: Pick<ColumnDefinition, "fields">): string[] => [
  ...new Set(fields.flatMap((field) => scopeByPath.flatMap(([path, scope]) => (path.test(field) ? [scope] : [])))),
];
