import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestClient, type TestClient } from "./testing/test-client.ts";

/** The platform's own messages for refused bulk queries (P-4.6). */

let hand: TestClient;
let token = "";
beforeAll(async () => {
  hand = await startTestClient();
  token = (await hand.install("aurora-demo")).access_token;
});
afterAll(() => hand.close());

const RUN = `mutation Run($query: String!) {
  bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { field message code } }
}`;
const run = async (query: string) =>
  (await hand.ask("aurora-demo", token, RUN, { query })).body.data.bulkOperationRunQuery;

const node = (fields: string) => `{ edges { node { ${fields} } } }`;
const orders = (fields: string) => `{ orders ${node(fields)} }`;
const withoutId = (names: string) =>
  `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${names}.`;
const inList = "Queries that contain a connection field within a list field are not currently supported.";
const noConnection = "Bulk queries must contain at least one connection.";
const byNodes = (example: string, names: string) =>
  `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${example} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: ${names}.`;

it.each([
  ["without a connection", "{ shop { name } }", [noConnection]],
  [
    "of one node",
    '{ node(id: "gid://shopify/Order/1") { id } }',
    ["Bulk queries cannot contain a top level `node` field.", noConnection],
  ],
  [
    "with six connections",
    orders(
      `id ${["lineItems", "shippingLines", "discountApplications", "fulfillmentOrders", "localizedFields"].map((name) => `${name} ${node("__typename")}`).join(" ")}`,
    ),
    ["Bulk queries cannot contain more than 5 connections."],
  ],
  [
    "deeper than two below the root",
    orders(
      `id lineItems ${node(`id product { id collections ${node("id")} }`)} customer { id orders ${node(`id lineItems ${node(`id product { collections ${node("id")} }`)}`)} }`,
    ),
    [
      "Bulk queries cannot contain connections with a nesting depth greater than 2.",
      "Bulk queries cannot contain more than 5 connections.",
    ],
  ],
  ["with nodes", "{ orders { nodes { id } } }", [byNodes("orders", "'orders'")]],
  ["with nested nodes", orders("id lineItems { nodes { id } }"), [byNodes("lineItems", "'lineItems'")]],
  ["whose orders have no id", orders(`name lineItems ${node("id")}`), [withoutId("orders")]],
  ["whose orders have an id with an alias", orders(`key: id lineItems ${node("id")}`), [withoutId("orders")]],
  ["of the lines of refunds", orders(`id refunds { id refundLineItems ${node("id")} }`), [inList]],
  ["of the adjustments of refunds", orders(`id refunds { id orderAdjustments ${node("id")} }`), [inList]],
  ["of the lines of fulfillments", orders(`id fulfillments { id fulfillmentLineItems ${node("id")} }`), [inList]],
  ["of the events of fulfillments", orders(`id fulfillments { id events ${node("id")} }`), [inList]],
  ["that is empty", "", ["Invalid bulk query: syntax error, unexpected end of file"]],
  ["that is cut off", "{ orders {", ["Invalid bulk query: syntax error, unexpected end of file"]],
  [
    "that changes something",
    'mutation { appSubscriptionCancel(id: "gid://shopify/AppSubscription/1") { userErrors { message } } }',
    ["Invalid operation type. Only `query` operations are supported."],
  ],
  [
    "with two errors at once",
    "{ orders { nodes { lineItems { edges { node { id } } } } } }",
    [byNodes("orders", "'orders'"), withoutId("orders")],
  ],
  ["of more than 65,535 bytes", `{ orders ${node("id")} }${" ".repeat(65_535)}`, ["Query is too large"]],
])("a bulk query %s is refused", async (_, query, messages) => {
  expect(await run(query)).toEqual({
    bulkOperation: null,
    userErrors: messages.map((message) => ({ field: ["query"], message, code: "INVALID" })),
  });
});

it("plain lists of refunds and fulfillments are accepted", async () => {
  const plain =
    "refunds { id totalRefundedSet { shopMoney { amount } } } transactions { id kind } fulfillments { id trackingInfo { number } }";
  expect(await run(orders(`id ${plain} lineItems ${node("id")}`))).toMatchObject({
    bulkOperation: { status: "CREATED" },
    userErrors: [],
  });
});
