import { describe, expect, it } from "vitest";
import { digitsOf, minorUnits } from "./money/money.ts";
import { orderAt } from "./order.ts";
import { type DemoShop, demoShop } from "./shops.ts";
import type { DemoOrder, MoneyBag } from "./types.ts";

const demoNow = new Date("2026-11-20T10:30:17Z");
const aurora = demoShop("aurora-demo", { demoNow });
const borealis = demoShop("borealis-demo", { demoNow });
const cumulus = demoShop("cumulus-demo", { demoNow });

const every = (shop: DemoShop, step: number): DemoOrder[] =>
  Array.from({ length: Math.ceil(shop.orders / step) }, (_, n) => orderAt(shop, n * step));
const samples: [string, DemoOrder[]][] = [
  ["every order of aurora", every(aurora, 1)],
  ["a sample of borealis", every(borealis, 7)],
  ["a sample of cumulus", every(cumulus, 101)],
];
const all = samples.flatMap(([, orders]) => orders);

type Side = "shopMoney" | "presentmentMoney";
const SIDES: readonly Side[] = ["shopMoney", "presentmentMoney"];
const minor = (bag: MoneyBag, side: Side): number => minorUnits(bag[side].amount, digitsOf(bag[side].currencyCode));

const reconcile = (order: DemoOrder, side: Side): Record<string, [number, number]> => {
  const of = (bag: MoneyBag | null) => (bag ? minor(bag, side) : 0);
  const sum = (bags: readonly MoneyBag[]) => bags.reduce((total, bag) => total + of(bag), 0);
  const taxes = (lines: readonly { priceSet: MoneyBag }[]) => sum(lines.map(({ priceSet }) => priceSet));
  const lineNet = (line: DemoOrder["lineItems"][number]) =>
    of(line.originalTotalSet) - sum(line.discountAllocations.map((one) => one.allocatedAmountSet));
  const ships = order.shippingLines.filter((line) => !line.isRemoved);
  const tax =
    sum(order.lineItems.flatMap((line) => line.taxLines).map((line) => line.priceSet)) +
    sum(ships.flatMap((line) => line.taxLines).map((line) => line.priceSet));
  const added = order.taxesIncluded ? 0 : 1;
  const success = order.transactions.filter((one) => one.status === "SUCCESS");
  const ofKind = (...kinds: string[]) =>
    sum(success.filter((one) => kinds.includes(one.kind)).map((one) => one.amountSet));
  const currentExtras =
    of(order.currentTotalPriceSet) -
    of(order.currentSubtotalPriceSet) -
    of(order.currentShippingPriceSet) -
    added * of(order.currentTotalTaxSet);
  const extras =
    of(order.originalTotalDutiesSet) +
    sum(order.additionalFees.map(({ price }) => price)) +
    of(order.totalTipReceivedSet);
  const facts: Record<string, [number, number]> = {
    subtotal: [of(order.subtotalPriceSet), order.lineItems.reduce((total, line) => total + lineNet(line), 0)],
    tax: [of(order.totalTaxSet), tax],
    taxLines: [of(order.totalTaxSet), taxes(order.taxLines)],
    shipping: [of(order.totalShippingPriceSet), sum(ships.map((line) => line.discountedPriceSet))],
    total: [
      of(order.totalPriceSet),
      of(order.subtotalPriceSet) + of(order.totalShippingPriceSet) + added * tax + extras,
    ],
    discounts: [
      of(order.totalDiscountsSet),
      sum(order.lineItems.flatMap((line) => line.discountAllocations).map((one) => one.allocatedAmountSet)) +
        sum(order.shippingLines.flatMap((line) => line.discountAllocations).map((one) => one.allocatedAmountSet)),
    ],
    received: [of(order.totalReceivedSet), ofKind("SALE", "CAPTURE")],
    refunded: [of(order.totalRefundedSet), sum(order.refunds.map((refund) => refund.totalRefundedSet))],
    paidBack: [of(order.totalRefundedSet), ofKind("REFUND")],
    net: [of(order.netPaymentSet), of(order.totalReceivedSet) - of(order.totalRefundedSet)],
    currentExtras: [currentExtras === 0 ? 0 : currentExtras, currentExtras === 0 ? 0 : extras],
  };
  for (const [n, refund] of order.refunds.entries()) {
    const lines = refund.refundLineItems;
    facts[`refund ${n}`] = [
      of(refund.totalRefundedSet),
      sum(lines.map((line) => line.subtotalSet)) +
        added * sum(lines.map((line) => line.totalTaxSet)) +
        sum(refund.refundShippingLines.map((line) => line.subtotalAmountSet)) +
        added * sum(refund.refundShippingLines.map((line) => line.taxAmountSet)) -
        sum(refund.orderAdjustments.map((one) => one.amountSet)),
    ];
  }
  const refundedNet = sum(order.refunds.flatMap((refund) => refund.refundLineItems).map((line) => line.subtotalSet));
  if (order.displayFinancialStatus !== "VOIDED" && !order.edited)
    facts.currentSubtotal = [of(order.currentSubtotalPriceSet), of(order.subtotalPriceSet) - refundedNet];
  if (order.displayFinancialStatus === "REFUNDED" || order.displayFinancialStatus === "VOIDED")
    facts.netOfRefunded = [of(order.netPaymentSet), 0];
  return facts;
};

type WithProperties = Pick<DemoOrder, "customAttributes">;
const has = ({ customAttributes }: WithProperties, name: string, value: string | RegExp): boolean =>
  customAttributes.some((one) => one.key === name && (one.value ?? "").search(value) === 0);

describe("the demo orders", () => {
  it.each(samples)("add up to the minor unit in both currencies: %s", (_, orders) => {
    for (const order of orders)
      for (const side of SIDES)
        for (const [fact, [stated, computed]] of Object.entries(reconcile(order, side)))
          expect(stated, `${order.name} ${side} ${fact}`).toBe(computed);
  });

  it.each(samples)("account for every unit: %s", (_, orders) => {
    for (const order of orders) {
      for (const line of order.lineItems) {
        const items = order.refunds
          .flatMap((refund) => refund.refundLineItems)
          .filter((one) => one.lineItem.id === line.id);
        const refunded = items.reduce((total, one) => total + one.quantity, 0);
        const canceled = items
          .filter((one) => one.restockType === "CANCEL")
          .reduce((total, one) => total + one.quantity, 0);
        const sent = order.fulfillments
          .filter((one) => one.status === "SUCCESS")
          .flatMap((one) => one.fulfillmentLineItems)
          .filter((one) => one.lineItem.id === line.id)
          .reduce((total, one) => total + one.quantity, 0);
        const gone = order.displayFinancialStatus === "VOIDED" || (order.edited && line.currentQuantity === 0);
        if (!gone) expect(line.currentQuantity, order.name).toBe(line.quantity - refunded);
        if (!gone && order.displayFulfillmentStatus !== "FULFILLMENT_NOT_REQUIRED")
          expect(line.unfulfilledQuantity, order.name).toBe(line.quantity - sent - canceled);
        expect(refunded).toBeLessThanOrEqual(line.quantity);
        expect(line.unfulfilledQuantity).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it("are the same however they are generated, and differ by seed", () => {
    // Another shop object with the same seed and moment.
    const again = demoShop("aurora-demo", { demoNow });
    // Generates its orders in reverse.
    const backwards = Array.from({ length: 300 }, (_, n) => orderAt(again, 299 - n)).reverse();
    expect(backwards).toEqual(samples[0]?.[1]);
    expect(JSON.stringify(orderAt(demoShop("aurora-demo", { demoNow, seed: 1 }), 5))).not.toBe(
      JSON.stringify(backwards[5]),
    );
  });

  it("get later with each index, up to the demo's current time", () => {
    for (const shop of [aurora, borealis, cumulus]) {
      let before = 0;
      for (let index = 0; index < shop.orders + 20; index++) {
        const at = shop.timeline.createdAt(index);
        expect(at).toBeGreaterThan(before);
        expect(at % 1000).toBe(0);
        before = at;
        if (index % 97 === 0) {
          expect(shop.timeline.countBefore(at)).toBe(index);
          expect(shop.timeline.countBefore(at + 1)).toBe(index + 1);
        }
      }
      expect(shop.timeline.createdAt(shop.orders - 1)).toBe(demoNow.getTime());
    }
  });

  it("include some at midnight and around a clock change", () => {
    const moments = new Set(Array.from({ length: 300 }, (_, index) => aurora.timeline.createdAt(index)));
    // Thirty days back, local midnight in Athens and the second before it.
    expect(moments.has(Date.parse("2026-10-21T21:00:00Z"))).toBe(true);
    expect(moments.has(Date.parse("2026-10-21T20:59:59Z"))).toBe(true);
    // The clock goes back at 01:00 UTC on October 25th: 03:30 happens twice.
    for (const moment of ["00:30:00", "00:59:59", "01:00:00", "01:30:00"])
      expect(moments.has(Date.parse(`2026-10-25T${moment}Z`)), moment).toBe(true);
  });

  it("contain nothing after the demo's current time", () => {
    const end = "2026-11-20T10:30:20Z";
    for (const order of all) {
      expect(order.updatedAt <= end, order.name).toBe(true);
      expect(order.updatedAt >= order.createdAt).toBe(true);
      for (const refund of order.refunds)
        expect(refund.processedAt >= order.createdAt && refund.processedAt <= end).toBe(true);
      for (const one of order.fulfillments) expect(one.createdAt >= order.createdAt && one.createdAt <= end).toBe(true);
    }
  });

  it.each<[string, (order: DemoOrder) => boolean]>([
    ["a guest", (order) => order.customer === null],
    ["a point of sale without address", (order) => order.retailLocation !== null && order.shippingAddress === null],
    ["more than 50 lines", (order) => order.lineItems.length > 50],
    [
      "a line removed by an edit",
      (order) =>
        order.edited &&
        order.refunds.length === 0 &&
        order.lineItems.some((line) => line.quantity === 1 && line.currentQuantity === 0),
    ],
    ["a deleted product", (order) => order.lineItems.some((line) => line.product === null && line.sku !== null)],
    ["a custom line without a product", (order) => order.lineItems.some((line) => line.title.startsWith("Custom"))],
    ["a gift card", (order) => order.lineItems.some((line) => line.isGiftCard)],
    ["two refunds", (order) => order.refunds.length === 2],
    [
      "a refund without lines",
      (order) =>
        order.refunds.some((refund) => refund.refundLineItems.length === 0 && refund.orderAdjustments.length > 0),
    ],
    [
      "a refund of shipping only",
      (order) =>
        order.refunds.some((refund) => refund.refundLineItems.length === 0 && refund.refundShippingLines.length > 0),
    ],
    [
      "a refund that restocks nothing",
      (order) =>
        order.refunds.some((refund) => refund.refundLineItems.some((line) => line.restockType === "NO_RESTOCK")),
    ],
    [
      "a part of a line refunded",
      (order) => order.lineItems.some((line) => line.currentQuantity > 0 && line.currentQuantity < line.quantity),
    ],
    ["several fulfillments", (order) => order.fulfillments.length > 1],
    ["two parcels", (order) => order.fulfillments.some((one) => one.trackingInfo.length === 2)],
    ["a test order", (order) => order.test],
    ["a cancelled order", (order) => order.cancelledAt !== null],
    ["nothing to pay", (order) => order.totalPriceSet.shopMoney.amount === "0.0"],
    ["three tax lines", (order) => order.taxLines.length === 3],
    [
      "dinars with three decimals",
      (order) =>
        order.presentmentCurrencyCode === "KWD" && /\.\d{3}$/.test(order.subtotalPriceSet.presentmentMoney.amount),
    ],
    [
      "yen without decimals",
      (order) => order.currencyCode === "JPY" && /^\d+\.0$/.test(order.totalPriceSet.shopMoney.amount),
    ],
    ["right-to-left text", (order) => /[\u0590-\u06ff]/.test(order.shippingAddress?.name ?? "")],
    ["a note with line breaks and quotes", (order) => /["\n]/.test(order.note ?? "")],
    ["a cell that begins like a formula", (order) => /^[=+\-@]/.test(order.note ?? "")],
    ["an emoji", (order) => /\p{Extended_Pictographic}/u.test(order.note ?? "")],
    [
      "hidden properties",
      (order) => order.lineItems.some((line) => line.customAttributes.some(({ key }) => key.startsWith("_"))),
    ],
    ["a bundle", (order) => order.lineItems.some((line) => line.lineItemGroup !== null)],
    ["duties", (order) => order.originalTotalDutiesSet !== null],
    ["two codes", (order) => order.discountCodes.length === 2],
  ])("include %s", (_, holds) => {
    expect(all.some(holds)).toBe(true);
  });

  it.each<[string, (order: DemoOrder) => boolean]>([
    [
      "lines of one _bundle_id",
      ({ lineItems }) => {
        const ids = lineItems.flatMap(({ customAttributes }) =>
          customAttributes.flatMap(({ key, value }) => (key === "_bundle_id" && value !== "b-1042" ? [value] : [])),
        );
        return new Set(ids).size < ids.length;
      },
    ],
    ["a made-to-order item", ({ lineItems }) => lineItems.some((line) => has(line, "Monogram", "A. L."))],
    [
      "a line with a delivery date in digits",
      ({ lineItems }) => lineItems.some((line) => has(line, "Delivery date", /^20\d\d-(?!12-24)\d\d-\d\d$/)),
    ],
    [
      "a line with a delivery date in words",
      ({ lineItems }) => lineItems.some((line) => has(line, "Delivery date", /^(Tue|Fri), \w+ \d+, 20/)),
    ],
    ["an order with a delivery date", (order) => has(order, "Delivery date", /^20\d\d-(?!12-24)/)],
  ])("include, only in borealis, %s", (_, holds) => {
    expect(samples.map(([words, orders]) => [words, orders.some(holds)])).toEqual(
      samples.map(([words]) => [words, words === "a sample of borealis"]),
    );
  });

  it("of borealis differ from plain ones only in such properties", () => {
    const { hasAppData: _, ...plain } = borealis;
    const bare = ({ customAttributes: __, lineItems, ...order }: DemoOrder) => ({
      ...order,
      lineItems: lineItems.map(({ customAttributes: ___, ...line }) => line),
    });
    for (const index of [3, 700, 4_242, 11_999])
      expect(bare(orderAt(borealis, index))).toEqual(bare(orderAt(plain, index)));
  });

  it("write amounts as the platform does", () => {
    for (const order of all.slice(0, 400))
      for (const text of JSON.stringify(order).match(/"amount":"[^"]*"/g) ?? [])
        expect(text).toMatch(/^"amount":"-?\d+\.(0|\d{0,2}[1-9])"$/);
  });
});
