import { describe, expect, it } from "vitest";
import { DateBasis, FinancialStatus, FulfillmentStatus, OrderStatus } from "../enumerations.ts";
import { anyStatus } from "../filters/compile/conditions.ts";
import type { FilterConditions, SieverValues } from "../filters/filter.ts";
import { SieverCode } from "../filters/sievers.ts";
import type { Order } from "../orders/order.ts";
import { createOrderJudge, describeVerdict, type ReportChoice } from "./why-missing.ts";

const order: Order = {
  id: "gid://shopify/Order/1042",
  name: "#1042",
  createdAt: "2026-11-12T10:00:00Z",
  processedAt: "2026-11-12T10:00:00Z",
  displayFinancialStatus: "PAID",
  displayFulfillmentStatus: "FULFILLED",
  cancelledAt: null,
  closedAt: null,
  tags: ["vip"],
  test: false,
  totalPriceSet: { shopMoney: { amount: "45.00" } },
  paymentGatewayNames: ["cash"],
  shippingAddress: { country: "France", countryCodeV2: "FR" },
  fulfillments: [{ id: "f1", status: "SUCCESS", createdAt: "2026-11-14T09:00:00Z" }],
  refunds: [],
  lineItems: [
    { id: "l1", vendor: "Acme", quantity: 1, product: { id: "p1", tags: ["soft"] } },
    { id: "l2", vendor: "Leaf", quantity: 5, product: { id: "p2", tags: [] } },
  ],
};

const now = "2026-11-20T10:00:00Z";
/** 10 to 16 November in Athens. */
const week = { from: "2026-11-09T22:00:00Z", to: "2026-11-16T22:00:00Z" };
const conditions = (sievers: SieverValues, statuses: Partial<FilterConditions> = {}): FilterConditions => ({
  ...anyStatus,
  ...statuses,
  sievers,
});
const judged = (more: Partial<ReportChoice> = {}, change: Partial<Order> = {}) => {
  const choice = { filter: null, period: week, moment: now, zone: "Europe/Athens", covers: "the date range is" };
  return createOrderJudge({ ...choice, ...more }).judge({ ...order, ...change } as Order, now);
};
const sentence = (...given: Parameters<typeof judged>) => describeVerdict("#1042", judged(...given));
const without = (reason: string) => `#1042 is left out: ${reason}.`;

it("an order that a report keeps is said to be in it, with the lines that it lacks", () => {
  expect(sentence()).toBe("#1042 is in this report.");
  expect(sentence({ filter: conditions({ 1001: ["vip"], 5001: ["FR"] }) })).toBe("#1042 is in this report.");
  expect(sentence({ filter: conditions({ 3000: ["Leaf"] }) })).toBe(
    "#1042 is in this report. It has 1 of its 2 lines: the filter leaves out the others.",
  );
});

describe("the period leaves out an order", () => {
  it.each<[string, Partial<ReportChoice>, Partial<Order>]>([
    ["it was created on 3 Nov, and the date range is 10 – 16 Nov", {}, { createdAt: "2026-11-03T10:00:00Z" }],
    ["it was created on 3 Nov 2025, and the date range is 10 – 16 Nov 2026", {}, { createdAt: "2025-11-03T10:00:00Z" }],
    [
      "it was created on 30 Oct, and the date range is 3 Nov",
      { period: { from: "2026-11-02T22:00:00Z", to: "2026-11-03T22:00:00Z" } },
      { createdAt: "2026-10-30T10:00:00Z" },
    ],
    [
      "it was created on 20 Nov, 12:30, and the date range is everything before 20 Nov, 12:00",
      { period: { from: null, to: now } },
      { createdAt: "2026-11-20T10:30:00Z" },
    ],
    [
      "it was shipped on 14 Nov, and the date range is 1 – 3 Nov",
      { period: { from: "2026-10-31T22:00:00Z", to: "2026-11-03T22:00:00Z", basis: DateBasis.shipped } },
      {},
    ],
    [
      "it hasn't been refunded, and the date range is 10 – 16 Nov",
      { period: { ...week, basis: DateBasis.refunded } },
      {},
    ],
    [
      "it was refunded on 12 Nov (recorded on 18 Nov), and the newest report covers 10 – 16 Nov",
      { period: { ...week, basis: DateBasis.refunded, byRecording: true }, covers: "the newest report covers" },
      { refunds: [{ id: "r1", createdAt: "2026-11-18T08:00:00Z", processedAt: "2026-11-12T12:00:00Z" }] },
    ],
    [
      "it was created on 12 Nov, 12:00, and this report covers 12 Nov, 13:00 – 14:00",
      { period: { from: "2026-11-12T11:00:00Z", to: "2026-11-12T12:00:00Z" }, covers: "this report covers" },
      {},
    ],
    [
      "it was created on 11 Nov, 12:00, and this report covers 12 Nov, 13:00 – 14:00",
      { period: { from: "2026-11-12T11:00:00Z", to: "2026-11-12T12:00:00Z" }, covers: "this report covers" },
      { createdAt: "2026-11-11T10:00:00Z" },
    ],
  ])("%s", (reason, choice, change) => {
    expect(sentence(choice, change)).toBe(without(reason));
  });
});

describe("a condition leaves out an order", () => {
  it.each<[string, SieverValues, Partial<FilterConditions>, Partial<Order>]>([
    [
      "it isn't paid (pending), and the filter keeps paid orders",
      {},
      { financial_status: FinancialStatus.paid },
      { displayFinancialStatus: "PENDING" },
    ],
    [
      "it isn't unshipped (shipped), and the filter keeps unshipped orders",
      {},
      { fulfillment_status: FulfillmentStatus.unshipped },
      {},
    ],
    [
      "it is refunded, and the filter keeps paid or authorized orders",
      {},
      { financial_status: FinancialStatus.paid_and_authorized },
      { displayFinancialStatus: "REFUNDED" },
    ],
    [
      "it has nothing to ship, and the filter keeps unshipped or partially shipped orders",
      {},
      { fulfillment_status: FulfillmentStatus.hasPending },
      { displayFulfillmentStatus: "FULFILLMENT_NOT_REQUIRED" },
    ],
    [
      "it is cancelled, and the filter keeps open orders",
      {},
      { order_status: OrderStatus.open },
      { cancelledAt: "2026-11-13T10:00:00Z" },
    ],
    ["it was shipped to France, and the filter keeps Germany", { 5001: ["Germany"] }, {}, {}],
    [
      "it ships to France, and the filter keeps Germany or Italy",
      { 5001: ["Germany", "Italy"] },
      {},
      { fulfillments: [] },
    ],
    [
      "its country is “France”, and the filter keeps orders whose country is not “France”",
      { 5001: ["!France"] },
      {},
      { shippingAddress: null, billingAddress: { country: "France" } },
    ],
    ["it is tagged “vip”, and the filter keeps orders not tagged “vip”", { 1001: ["!vip"] }, {}, {}],
    ["it has no tags, and the filter keeps orders tagged “b2b”", { 1001: ["b2b"] }, {}, { tags: [] }],
    ["it is tagged “vip”, and the filter keeps orders that are untagged", { 1001: ["!*"] }, {}, {}],
    ["its total is 45.00, and the filter keeps orders with a total of 100 or more", { 1006: [">=100"] }, {}, {}],
    [
      "its payment gateway is “cash”, and the filter keeps orders with the payment gateway “paypal”",
      { 1011: ["paypal"] },
      {},
      {},
    ],
    ["it isn't a test order, and the filter keeps orders marked as test", { 1017: ["yes"] }, {}, {}],
    [
      "its fulfillment date is 14 Nov 2026, and the filter keeps orders with a fulfillment date before 2026-11-01",
      { [SieverCode.FulfillmentDate]: ["<2026-11-01"] },
      {},
      {},
    ],
    ["it has no note, and the filter keeps orders with a note", { [SieverCode.Note]: ["*"] }, {}, {}],
    [
      "its lines have the vendors “Acme” and “Leaf”, and the filter keeps lines with the vendor “Oak”",
      { 3000: ["Oak"] },
      {},
      {},
    ],
    [
      "its products are tagged “soft”, and the filter keeps lines with a product that is tagged “hard”",
      { 3001: ["hard"] },
      {},
      {},
    ],
    [
      "its lines have the fulfillment statuses “pending” and “fulfilled”, and the filter keeps lines with the fulfillment status “partial”",
      { 2000: ["partial"] },
      {},
      {
        lineItems: [
          { id: "l1", quantity: 1, unfulfilledQuantity: 1, currentQuantity: 1 },
          { id: "l2", quantity: 1, unfulfilledQuantity: 0, currentQuantity: 1 },
        ],
      },
    ],
    ["none of its lines meets all conditions on lines", { 3000: ["Acme"], 2003: [">=5"] }, {}, {}],
  ])("%s", (reason, sievers, statuses, change) => {
    expect(sentence({ filter: conditions(sievers, statuses) }, change)).toBe(without(reason));
  });
});

it("several reasons come in order: the period, statuses, then conditions as in the editor", () => {
  const filter = conditions(
    { 5001: ["Germany"], 3000: ["Oak"], 1001: ["b2b"] },
    { financial_status: FinancialStatus.pending },
  );
  const verdict = judged({ filter }, { createdAt: "2026-11-03T10:00:00Z" });
  expect(verdict.kind === "left-out" && verdict.reasons.map(({ field }) => field)).toEqual([
    "period",
    "financial_status",
    "OrderSievers.1001",
    "OrderSievers.3000",
    "OrderSievers.5001",
  ]);
  expect(describeVerdict("#1042", verdict)).toBe("#1042 is left out for 5 reasons:");
});

it("an order is left out if parts of it that the report needs couldn't be read", () => {
  const filter = conditions({ 5001: ["Germany"], 1001: ["b2b"] }, { financial_status: FinancialStatus.paid });
  expect(judged({ filter }, { unread: ["shippingAddress", "displayFinancialStatus"] })).toEqual({
    kind: "unread",
    parts: ["its financial status", "Country (Customer)"],
  });
  expect(judged({ filter }, { unread: ["fulfillments"] }).kind).toBe("left-out");
});

it("an order that a report carried from an earlier one is in it, whatever its date", () => {
  const late = { createdAt: "2026-11-03T10:00:00Z" };
  const carrying = {
    carriedOrderIds: [order.id],
    carriedMoments: { [order.id]: "2026-11-04T00:00:00Z" },
    carriedFrom: { [order.id]: "2026-11-03T00:00:00Z" },
  };
  expect(sentence(carrying, late)).toBe("#1042 is in this report.");
  expect(sentence({}, late)).toContain("is left out");
});
