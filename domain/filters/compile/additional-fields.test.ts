import { expect, it } from "vitest";
import type { Address, Order } from "../../orders/order.ts";
import { type Siever, SieverCode, sievers } from "../sievers.ts";
import { compileFilter } from "./compile-filter.ts";
import { anyStatus } from "./conditions.ts";

const shopMoney = (amount: string) => ({ shopMoney: { amount } });
const address = (changes: Partial<Address>): Address => ({ city: null, ...changes });

const order: Order = {
  id: "order-1",
  number: 1200,
  totalPriceSet: shopMoney("120.00"),
  subtotalPriceSet: shopMoney("100.00"),
  totalDiscountsSet: shopMoney("10.50"),
  totalShippingPriceSet: shopMoney("0.0"),
  presentmentCurrencyCode: "CHF",
  paymentGatewayNames: ["paypal", "gift_card"],
  shippingLines: [{ id: "s", title: "Express" }],
  sourceName: "web",
  note: "Please wrap\r\nas a gift",
  test: true,
  cancelReason: "FRAUD",
  fulfillments: [
    // 2 November in UTC, 3 November in Athens.
    { id: "f1", status: "SUCCESS", createdAt: "2026-11-02T22:30:00Z", trackingInfo: [{ number: "1Z999" }] },
    { id: "f2", status: "CANCELLED", createdAt: "2026-11-10T12:00:00Z", trackingInfo: [{ number: "LOST" }] },
  ],
  shippingAddress: address({ country: "Canada", province: "Ontario", provinceCode: "ON", zip: "M5V 3L9" }),
  billingAddress: address({ country: "Germany", countryCodeV2: "DE", company: "Müller GmbH" }),
  customer: {
    id: "c",
    numberOfOrders: "3",
    amountSpent: { amount: "512.40" },
    defaultEmailAddress: { emailAddress: "a@example.com", marketingState: "SUBSCRIBED" },
  },
  lineItems: [],
};
/** An order at the point of sale: no customer, no addresses, nothing shipped. */
const bare: Order = { id: "order-2", test: false, lineItems: [] };

const keeps = (code: SieverCode, value: string, of = order): boolean =>
  compileFilter(
    { ...anyStatus, sievers: { [code]: [value] } },
    { now: "2026-11-20T10:00:00Z", zone: "Europe/Athens" },
  ).keepsOrder(of);

/** A value that the order has, and one that it lacks. */
const cases: readonly [SieverCode, has: string, lacks: string][] = [
  [SieverCode.OrderNumber, ">=1200", "<1200"],
  [SieverCode.OrderTotal, "120", "<120"],
  [SieverCode.Subtotal, ">99.99", "120"],
  [SieverCode.DiscountAmount, ">0", "10"],
  [SieverCode.ShippingCharged, "0", ">0"],
  [SieverCode.Currency, "chf", "EUR"],
  [SieverCode.PaymentGateway, "gift_card", "!paypal"],
  [SieverCode.ShippingMethod, "exp*", "Standard"],
  [SieverCode.FulfillmentDate, "2026-11-03", ">=2026-11-04"],
  [SieverCode.TrackingNumber, "1z999", "LOST"],
  [SieverCode.Source, "web", "pos"],
  [SieverCode.Note, "*gift*", "gift"],
  [SieverCode.CancelReason, "fraud", "customer"],
  [SieverCode.TestOrder, "yes", "no"],
  [SieverCode.CustomerOrders, ">1", "1"],
  [SieverCode.CustomerTotalSpent, ">=512.4", ">512.40"],
  [SieverCode.Province, "on", "Quebec"],
  [SieverCode.ZipCode, "M5V*", "10115"],
  [SieverCode.BillingCountry, "Germany", "Canada"],
  [SieverCode.Company, "muller gmbh", "Acme"],
  [SieverCode.AcceptsMarketing, "Yes", "no"],
];

it("every field that the specification lacks is tried below", () => {
  const tried = new Set(cases.map(([code]) => code));
  expect(sievers.filter((siever: Siever) => siever.additional && !tried.has(siever.code))).toEqual([]);
});

it.each(cases)("field %i keeps an order by %s and drops it by %s", (code, has, lacks) => {
  expect(keeps(code, has)).toBe(true);
  expect(keeps(code, lacks)).toBe(false);
});

it.each(cases.filter(([code]) => code !== SieverCode.TestOrder && code !== SieverCode.AcceptsMarketing))(
  "field %i is empty for an order without any of it",
  (code, has) => {
    expect(keeps(code, "!*", bare)).toBe(true);
    expect(keeps(code, "*", bare)).toBe(false);
    expect(keeps(code, has, bare)).toBe(false);
  },
);

it.each([SieverCode.TestOrder, SieverCode.AcceptsMarketing])("field %i is 'no' for such an order", (code) => {
  expect(keeps(code, "no", bare)).toBe(true);
});

it("the company of the shipping address counts, too", () => {
  expect(keeps(SieverCode.Company, "Acme", { ...order, shippingAddress: address({ company: "ACME" }) })).toBe(true);
});
