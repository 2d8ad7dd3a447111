import { readFileSync } from "node:fs";
import {
  buildSchema,
  execute,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RequestContext } from "./graphql/context.ts";
import { demoSchema } from "./graphql/schema.ts";
import { startTestClient, type TestClient } from "./testing/test-client.ts";
import { KEPT_TYPES } from "./tools/kept-types.ts";
import { pruneSchema } from "./tools/prune.ts";

const own = readFileSync(new URL("schema.graphql", import.meta.url), "utf8");
/** The platform's whole schema, which we may not keep here (P-5 gives its source). */
const full = process.env.PLATFORM_SCHEMA;

it("is an exact part of the platform's own schema", () => {
  if (full === undefined) {
    console.log("PLATFORM_SCHEMA does not name the platform's full schema; the comparison with it is left out.");
    expect(buildSchema(own).getQueryType()?.name).toBe("QueryRoot");
    return;
  }
  const schema = buildSchema(readFileSync(full, "utf8"), { assumeValid: true });
  expect(pruneSchema(schema, KEPT_TYPES)).toBe(own);
});

let hand: TestClient;
beforeAll(async () => {
  hand = await startTestClient();
});
afterAll(() => hand.close());

const ARGUMENTS: Record<string, string> = {
  metafield: '(namespace: "custom", key: "packing")',
};
/** Selects everything below a type, each type once per path. */
const everything = (type: GraphQLObjectType, path: readonly string[]): string => {
  const schema = demoSchema();
  const field = (one: GraphQLField<unknown, unknown>): string => {
    const named = getNamedType(one.type);
    if (isLeafType(named)) return one.name;
    if (!isCompositeType(named) || path.includes(named.name)) return "";
    const name = named.name.replace(/Connection$/, "");
    if (named.name.endsWith("Connection") && path.includes(name)) return "";
    const paged = one.args.some((argument) => argument.name === "first") ? "(first: 3)" : "";
    const members = isAbstractType(named) ? schema.getPossibleTypes(named) : [named];
    const inner = members
      .map((member) => {
        const text = everything(member, [...path, name, member.name]);
        return isAbstractType(named) ? `... on ${member.name} { __typename ${text} }` : text;
      })
      .join(" ");
    return inner.trim() === "" ? "" : `${one.name}${ARGUMENTS[one.name] ?? paged} { ${inner} }`;
  };
  return Object.values(type.getFields()).map(field).join(" ");
};

it.each([
  ["Order", (fields: string) => `orders(first: 40, reverse: true) { nodes { ${fields} } }`],
  ["LineItem", (fields: string) => `orders(first: 40) { nodes { lineItems(first: 4) { nodes { ${fields} } } } }`],
  [
    "Refund",
    (fields: string) => `orders(first: 40, query: "financial_status:refunded") { nodes { refunds { ${fields} } } }`,
  ],
  ["Fulfillment", (fields: string) => `orders(first: 40) { nodes { fulfillments { ${fields} } } }`],
  ["Customer", (fields: string) => `orders(first: 20) { nodes { customer { ${fields} } } }`],
  ["AppInstallation", (fields: string) => `currentAppInstallation { ${fields} }`],
  ["Shop", (fields: string) => `shop { ${fields} }`],
])("returns every field of %s without an error", async (name, root) => {
  const { access_token: token } = await hand.install("aurora-demo");
  const schema = demoSchema();
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type.`);
  const { shop, orders, count, grants, billing, webhooks, bulk, faults } = hand.store.shopServices("aurora-demo");
  // Bypasses query costs, which this wide selection would exceed.
  const document = parse(`{ ${root(`__typename ${everything(type, [name])}`)} }`);
  expect(validate(schema, document)).toEqual([]);
  const contextValue: RequestContext = {
    shop,
    orders,
    count: count(),
    firstVisible: 0,
    now: shop.demoNow,
    clientId: "test-app",
    // Scopes that only few apps request.
    scopes: new Set([...(grants.scopesOf(token) ?? []), "read_users", "read_payment_terms"]),
    billing,
    webhooks,
    bulk,
    bulkFaults: faults.takeForBulk,
    reports: [],
    onOrdersPage: () => {},
  };
  const result = await execute({ schema, document, contextValue });
  expect(result.errors).toBeUndefined();
  expect(JSON.stringify(result.data)).toContain(`"__typename":"${name}"`);
});
