import { type DocumentNode, getVariableValues, Kind, type OperationDefinitionNode, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { actualCost, planCost, requestedCost, weightOfPage } from "./cost.ts";
import { demoSchema } from "./schema.ts";

const MONEY = "{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }";
/** A page of orders with nearly all fields: the query for which the platform's costs were computed. */
const WIDE = `query Page($first: Int!, $after: String, $query: String) {
  ordersCount(query: $query, limit: null) { count precision }
  orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id name createdAt test tags note email displayFinancialStatus
      totalPriceSet ${MONEY} currentTotalPriceSet ${MONEY}
      customAttributes { key value } discountCodes
      shippingAddress { name city zip }
      customer { id displayName numberOfOrders amountSpent { amount currencyCode } }
      publication { id catalog { title } } attribution { handle displayName } app { name }
      risk { recommendation assessments { riskLevel provider { title } facts { description sentiment } } }
      customerJourneySummary { customerOrderIndex lastVisit { landingPage utmParameters { source medium } } }
      lineItems(first: 50) { pageInfo { hasNextPage endCursor } nodes {
        id name sku quantity discountedUnitPriceAfterAllDiscountsSet ${MONEY} customAttributes { key value }
        taxLines { title rate priceSet ${MONEY} } duties { price ${MONEY} }
        product { id handle } variant { id selectedOptions { name value } inventoryItem { unitCost { amount } } } } }
      refunds(first: 50) { id createdAt note totalRefundedSet ${MONEY}
        refundLineItems(first: 50) { nodes { quantity subtotalSet ${MONEY} totalTaxSet ${MONEY} lineItem { id } location { name } } }
        refundShippingLines(first: 10) { nodes { subtotalAmountSet ${MONEY} } }
        orderAdjustments(first: 10) { nodes { reason amountSet ${MONEY} } }
        transactions(first: 10) { nodes { id } } }
      transactions(first: 50) { id kind amountSet ${MONEY} fees { amount { amount } } paymentDetails { __typename ... on CardPaymentDetails { company number } } }
      fulfillments(first: 50) { id status trackingInfo(first: 10) { company number } location { name }
        fulfillmentLineItems(first: 50) { nodes { quantity lineItem { id } } } }
      shippingLines(first: 10, includeRemovals: true) { nodes { title originalPriceSet ${MONEY} discountedPriceSet ${MONEY} taxLines { title rate } } }
      discountApplications(first: 20) { nodes { __typename allocationMethod ... on DiscountCodeApplication { code } ... on AutomaticDiscountApplication { title } } }
      additionalFees { name price ${MONEY} }
      metafields(first: 20) { nodes { namespace key value type } }
    }
  }
}`;

const planOf = (text: string, variables: Record<string, unknown> = {}) => {
  const schema = demoSchema();
  const document: DocumentNode = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error("The text has no operation.");
  const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!variableValues) throw new Error("The variables are invalid.");
  return planCost(schema, document, operation, variableValues);
};
const costOf = (text: string, variables: Record<string, unknown> = {}) => requestedCost(planOf(text, variables));

describe("the cost of a query", () => {
  it.each([
    [10, 656],
    [25, 978],
    [50, 1139],
  ])("for %i orders with many fields is %i, as on the platform", (first, cost) => {
    expect(costOf(WIDE, { first })).toBe(cost);
  });

  it("depends on the logarithm of the page size", () => {
    expect([0, 1, 3, 5, 10, 20, 50, 100, 250].map(weightOfPage)).toEqual([0, 1, 2, 3, 4, 5, 7, 9, 11]);
  });

  it.each([
    ["{ shop { name } }", 1],
    ["{ shop { name plan { publicDisplayName } } }", 2],
    ["{ ordersCount { count } }", 10],
    ["{ orders(first: 10) { nodes { id totalPriceSet { shopMoney { amount } } } } }", 6],
    ["{ orders(first: 10) { edges { cursor node { id customer { id } } } } }", 10],
    ["query Same { orders(first: 1) { nodes { ...F } } } fragment F on Order { customer { id } }", 4],
    [
      'mutation { webhookSubscriptionCreate(topic: APP_UNINSTALLED, webhookSubscription: {uri: "https://a.example"}) { userErrors { message } } }',
      11,
    ],
  ])("(%s) is %i", (text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  it("is reduced to the cost of the actual response", () => {
    const plan = planOf("{ orders(first: 100) { nodes { id lineItems(first: 50) { nodes { id } } } } }");
    expect(requestedCost(plan)).toBe(2 + 9 * (1 + 2 + 7));
    const line = { id: "a" };
    const orders = {
      nodes: [
        { id: "1", lineItems: { nodes: [line] } },
        { id: "2", lineItems: { nodes: [] } },
      ],
    };
    // Two orders weigh 1; one has a page of one line (3), the other an empty one (2).
    expect(actualCost(plan, { orders })).toBe(Math.ceil(2 + 1 * (1 + 2.5)));
    expect(actualCost(plan, { orders: { nodes: [] } })).toBe(2);
    expect(actualCost(plan, null)).toBe(0);
  });
});
