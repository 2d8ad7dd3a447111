import { defaultFieldResolver, GraphQLError, type GraphQLSchema, getNamedType, isObjectType } from "graphql";
import type { RequestContext } from "./context.ts";

const FULFILLMENT_ORDERS = [
  "read_merchant_managed_fulfillment_orders",
  "read_third_party_fulfillment_orders",
  "read_assigned_fulfillment_orders",
  "read_marketplace_fulfillment_orders",
];

/** Any one of a type's scopes suffices (P-1.6). */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  Order: ["read_orders"],
  OrderConnection: ["read_orders"],
  Refund: ["read_orders"],
  OrderTransaction: ["read_orders"],
  Fulfillment: ["read_orders"],
  SalesAgreementConnection: ["read_orders"],
  OrderRiskSummary: ["read_orders"],
  CustomerJourneySummary: ["read_orders"],
  Customer: ["read_customers"],
  Company: ["read_customers", "read_companies"],
  CompanyLocation: ["read_customers", "read_companies"],
  StaffMember: ["read_users"],
  PaymentTerms: ["read_payment_terms"],
  Product: ["read_products"],
  ProductVariant: ["read_products"],
  CollectionConnection: ["read_products"],
  InventoryItem: ["read_inventory", "read_products"],
  Location: ["read_locations", "read_inventory"],
  LocationConnection: ["read_locations", "read_inventory"],
  FulfillmentOrderConnection: FULFILLMENT_ORDERS,
  FulfillmentOrder: FULFILLMENT_ORDERS,
  ShopLocale: ["read_locales"],
  StringConnection: ["read_products"],
};
const COUNT = ["read_orders"];

const granted = (scopes: ReadonlySet<string>, acceptedScopes: readonly string[]): boolean =>
  acceptedScopes.some((scope) => scopes.has(scope) || scopes.has(scope.replace(/^read_/, "write_")));

/** Guards every field that leads to a type with scopes. */
export const guardSchema = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const acceptedScopes = field.name === "ordersCount" ? COUNT : SCOPES[getNamedType(field.type).name];
      if (!acceptedScopes) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (source, args, context: RequestContext, info) => {
        if (granted(context.scopes, acceptedScopes)) return resolve(source, args, context, info);
        const required = acceptedScopes.map((scope) => `\`${scope}\``).join(" or ");
        throw new GraphQLError(`Access denied for ${field.name} field. Required access: ${required} access scope.`, {
          extensions: {
            code: "ACCESS_DENIED",
            documentation: "https://shopify.dev/api/usage/access-scopes",
            requiredAccess: `${required} access scope.`,
          },
        });
      };
    }
  }
};
