import { describe, expect, it } from "vitest";
import { orderAt } from "../generate/order.ts";
import { demoShop } from "../generate/shops.ts";
import type { DemoOrder } from "../generate/types.ts";
import { compileSearchOver, type SearchedOrders } from "./compile.ts";
import { searchDetailsOf, searchRecordOf } from "./search-record.ts";

/**
 * Searches with results dictated by the platform's documentation (P-4.2 and the text of the `query` argument of
 * `orders`), over six hand-written orders.
 */
const blank: DemoOrder = {
  ...orderAt(demoShop("aurora-demo", { demoNow: new Date("2026-11-20T10:30:17Z") }), 0),
  displayFinancialStatus: "PAID",
  displayFulfillmentStatus: "UNFULFILLED",
  closed: false,
  closedAt: null,
  cancelledAt: null,
  test: false,
  tags: [],
  email: null,
  customer: null,
  discountCode: null,
  discountCodes: [],
  retailLocation: null,
  fulfillments: [],
  lineItems: [],
  metafields: [],
  attribution: null,
  sourceName: "web",
  subtotalLineItemsQuantity: 1,
  totalWeight: "500",
};
const place = { id: "gid://shopify/Location/7", legacyResourceId: "7", name: "Harbour" };
const money = (amount: string) => ({
  shopMoney: { amount, currencyCode: "EUR" },
  presentmentMoney: { amount, currencyCode: "EUR" },
});
const made = (letter: string, changes: Partial<DemoOrder>): DemoOrder => ({ ...blank, name: `#${letter}`, ...changes });

const orders: DemoOrder[] = [
  made("A1001", { createdAt: "2026-01-01T00:00:00Z", tags: ["vip"], currentTotalPriceSet: money("10.0") }),
  made("B1002", {
    createdAt: "2026-02-28T23:59:59Z",
    tags: ["vip gold", "Wholesale"],
    displayFinancialStatus: "REFUNDED",
    displayFulfillmentStatus: "FULFILLED",
    closed: true,
    closedAt: "2026-03-01T00:00:00Z",
    currentTotalPriceSet: money("0.0"),
    subtotalLineItemsQuantity: 5,
    totalWeight: "2000",
  }),
  made("C1003", {
    createdAt: "2026-03-01T00:00:00Z",
    tags: ["it's"],
    displayFinancialStatus: "PENDING",
    displayFulfillmentStatus: "PARTIALLY_FULFILLED",
    currentTotalPriceSet: money("20.99"),
    subtotalLineItemsQuantity: 20,
    totalWeight: "227",
    attribution: { handle: "web", displayName: "Online Store" },
    email: "kim@example.com",
  }),
  made("D1004", {
    createdAt: "2026-03-01T00:00:01Z",
    tags: ["OR", "wholesaler"],
    displayFinancialStatus: "PARTIALLY_REFUNDED",
    displayFulfillmentStatus: "ON_HOLD",
    cancelledAt: "2026-03-02T00:00:00Z",
    closed: true,
    closedAt: "2026-03-02T00:00:00Z",
    currentTotalPriceSet: money("5.0"),
    subtotalLineItemsQuantity: 21,
    attribution: { handle: "pos", displayName: "Point of Sale" },
    retailLocation: place,
  }),
  made("E1005", {
    createdAt: "2026-06-15T12:00:00Z",
    test: true,
    displayFinancialStatus: "AUTHORIZED",
    displayFulfillmentStatus: "SCHEDULED",
    discountCode: "SPRING",
    discountCodes: ["SPRING", "EXTRA"],
    currentTotalPriceSet: money("7.5"),
    metafields: [
      { id: "gid://shopify/Metafield/1", namespace: "custom", key: "on_sale", value: "true", type: "boolean" },
    ],
  }),
  made("F1006", {
    createdAt: "2026-11-20T10:00:00Z",
    displayFinancialStatus: "VOIDED",
    currentTotalPriceSet: money("3.0"),
    tags: ["sale*", "-minus", "(b)"],
  }),
];

const now = Date.parse("2026-11-20T10:30:00Z");
const source: SearchedOrders = {
  count: orders.length,
  recordAt: (index) => searchRecordOf(orders[index] ?? blank),
  detailsAt: (index) => searchDetailsOf(orders[index] ?? blank),
  countBefore: (moment) => orders.filter(({ createdAt }) => Date.parse(createdAt) < moment).length,
  idAt: (index) => 1000 + index * 10,
};
const ask = (query: string) => compileSearchOver(source, query, { zone: "Europe/Athens", now });
const find = (query: string): string => {
  const { from, to, test } = ask(query);
  return orders
    .map(({ name }, index) => (index >= from && index < to && (test === null || test(index)) ? name[1] : ""))
    .join("");
};

describe("the platform's search results", () => {
  it.each([
    ["an empty search", "", "ABCDEF"],
    ["a status in any case", "financial_status:Paid", "A"],
    ["each of two statuses, with OR", "financial_status:paid OR financial_status:refunded", "AB"],
    ["a space as AND", "financial_status:paid financial_status:refunded", ""],
    ["AND written out", "financial_status:paid AND tag:vip", "A"],
    ["OR with lower precedence than a space", "financial_status:paid OR financial_status:refunded tag:nowhere", "A"],
    ["brackets first", "(financial_status:paid OR financial_status:refunded) tag:'vip gold'", "B"],
    ["brackets in brackets", "((tag:vip OR (tag:'vip gold' test:false)) -status:closed)", "A"],
    ["a minus as NOT", "-financial_status:paid", "BCDEF"],
    ["NOT written out", "NOT financial_status:paid", "BCDEF"],
    ["NOT of brackets", "NOT (financial_status:paid OR status:cancelled)", "BCEF"],
    ["a minus before brackets", "-(test:true OR status:cancelled)", "ABCF"],
    ["NOT twice", "NOT NOT test:true", "E"],
    ["shipped and fulfilled as the same", "fulfillment_status:shipped OR fulfillment_status:fulfilled", "B"],
    ["partly fulfilled orders", "fulfillment_status:partial", "C"],
    ["orders on hold", "fulfillment_status:on_hold", "D"],
    ["scheduled orders", "fulfillment_status:scheduled", "E"],
    ["open orders", "status:open", "ACEF"],
    ["closed orders", "status:closed", "B"],
    ["cancelled orders", "status:cancelled", "D"],
    ["test orders", "test:true", "E"],
    ["a tag, not a part of one", "tag:vip", "A"],
    ["a tag, whatever its case", "tag:WHOLESALE", "B"],
    ["a tag of two words in quotes", 'tag:"vip gold"', "B"],
    ["a beginning", "tag:whole*", "BD"],
    ["no beginning in quotes", "tag:'whole*'", ""],
    ["a star that is escaped", "tag:sale\\*", "F"],
    ["an escaped quote", "tag:'it\\'s'", "C"],
    ["a quote within the other quotes", 'tag:"it\'s"', "C"],
    ["a word of the grammar as a value", "tag:'OR'", "D"],
    ["a minus and brackets in quotes", "tag:'-minus' tag:'(b)'", "F"],
    ["orders without a tag", "tag_not:vip", "BCDEF"],
    ["a list of channels", "channel:web,pos", "CD"],
    ["a sales channel", "sales_channel:'Point of Sale'", "D"],
    ["a location by its id", "location_id:7", "D"],
    ["the first discount code, whatever its case", "discount_code:spring", "E"],
    ["only the first discount code", "discount_code:extra", ""],
    ["an e-mail address", "email:kim@example.com", "C"],
    ["an order by its name", "name:'#A1001'", "A"],
    ["a range of items with both ends", "subtotal_line_items_quantity:5..20", "BC"],
    ["a price between two bounds", "current_total_price:>=5.00 current_total_price:<=20.99", "ACDE"],
    ["a weight in kilograms", "total_weight:2kg", "B"],
    ["a weight between two bounds", "total_weight:>=5g total_weight:<=300g", "C"],
    ["a metafield", "metafields.custom.on_sale:true", "E"],
    ["ids from a minimum", "id:>=1040", "EF"],
    ["one id", "id:1010", "B"],
    ["a half-open time range", "created_at:>='2026-01-01T00:00:00Z' created_at:<'2026-03-01T00:00:00Z'", "AB"],
    ["times after another", "created_at:>'2026-03-01T00:00:00Z'", "DEF"],
    ["times before now", "created_at:<now", "ABCDEF"],
    ["NOT of a date", "NOT created_at:<'2026-06-01T00:00:00Z'", "EF"],
    ["dates joined by OR", "created_at:'2026-06-15T12:00:00Z' OR created_at:<'2026-01-02T00:00:00Z'", "AE"],
  ])("%s: %s", (_what, query, wanted) => {
    expect(find(query)).toBe(wanted);
    expect(ask(query).warnings).toEqual([]);
  });

  it.each([
    ["an unknown field, which is ignored", "vendor:Acme tag:vip", "A", "vendor", "invalid_field"],
    [
      "NOT of an unknown field, which is ignored too",
      "-cancel_reason:fraud tag:vip",
      "A",
      "cancel_reason",
      "invalid_field",
    ],
    ["only an unknown field", "vendor:Acme", "ABCDEF", "vendor", "invalid_field"],
    ["an unknown status, which finds nothing", "financial_status:has_paid", "", "financial_status", "invalid_value"],
    ["another unknown status", "fulfillment_status:pending", "", "fulfillment_status", "invalid_value"],
    [
      "a time without quotes, which finds nothing",
      "created_at:<2026-03-01T00:00:00Z",
      "",
      "created_at",
      "invalid_value",
    ],
    ["a weight without its unit, which finds nothing", "total_weight:500", "", "total_weight", "invalid_value"],
  ])("come with the warning %s", (_what, query, wanted, field, code) => {
    expect(find(query)).toBe(wanted);
    expect(ask(query).warnings).toMatchObject([{ field, code }]);
  });
});
