import { describe, expect, it } from "vitest";
import { digitsOf, minorUnits } from "./money/money.ts";
import { orderAt } from "./order.ts";
import { demoShop } from "./shops.ts";
import type { DemoAgreement, DemoOrder, DemoSale, MoneyBag } from "./types.ts";

const demoNow = new Date("2026-11-20T10:30:17Z");
const aurora = demoShop("aurora-demo", { demoNow });
const borealis = demoShop("borealis-demo", { demoNow });
const samples: [string, DemoOrder[]][] = [
  ["every order of aurora", Array.from({ length: aurora.orders }, (_, n) => orderAt(aurora, n))],
  ["2,000 orders of borealis", Array.from({ length: 2_000 }, (_, n) => orderAt(borealis, n * 6))],
];

const sides = ["shopMoney", "presentmentMoney"] as const;
type Side = (typeof sides)[number];
const minor = (bag: MoneyBag, side: Side) => minorUnits(bag[side].amount, digitsOf(bag[side].currencyCode));
const total = (sales: readonly DemoSale[], side: Side) =>
  sales.reduce((sum, { totalAmount }) => sum + minor(totalAmount, side), 0);
const isRefund = ({ reason }: DemoAgreement) => reason === "REFUND";

describe("the agreements of the demo's orders", () => {
  it.each(samples)("agree with the money of the order to the minor unit: %s", (_, orders) => {
    for (const order of orders) {
      const { agreements } = order;
      const [placed] = agreements;
      const sales = agreements.flatMap((one) => one.sales);
      const refunded = agreements.filter(isRefund).slice(0, order.refunds.length);
      for (const side of sides) {
        const facts: Record<string, [number, number]> = {
          placed: [total(placed?.sales ?? [], side), minor(order.originalTotalPriceSet, side)],
          left: [
            total(
              sales.filter(({ lineType }) => lineType !== "ADJUSTMENT"),
              side,
            ),
            minor(order.currentTotalPriceSet, side),
          ],
        };
        for (const [n, refund] of order.refunds.entries())
          facts[`refund ${n}`] = [-total(refunded[n]?.sales ?? [], side), minor(refund.totalRefundedSet, side)];
        for (const [fact, [stated, expected]] of Object.entries(facts))
          expect(stated, `${order.name} ${side} ${fact}`).toBe(expected);
      }
    }
  });

  it.each(samples)("follow its life: %s", (_, orders) => {
    for (const { agreements, name, ...order } of orders) {
      const isVoided = order.displayFinancialStatus === "VOIDED";
      expect(
        agreements.map(({ __typename, happenedAt }) => [
          __typename,
          __typename === "OrderEditAgreement" ? "then" : happenedAt,
        ]),
        name,
      ).toEqual([
        ["OrderAgreement", order.createdAt],
        ...(order.edited ? [["OrderEditAgreement", "then"]] : []),
        ...order.refunds.map(({ processedAt }) => ["RefundAgreement", processedAt]),
        ...(isVoided ? [["RefundAgreement", order.cancelledAt]] : []),
      ]);
      const moments = agreements.map(({ happenedAt }) => happenedAt);
      expect(moments, name).toEqual(moments.toSorted());
      expect(moments.every((at) => at <= order.updatedAt)).toBe(true);
    }
  });

  it("have ids of their own", () => {
    const agreements = samples[1]?.[1].flatMap((order) => order.agreements) ?? [];
    const ids = [agreements, agreements.flatMap(({ sales }) => sales)].map((list) => list.map(({ id }) => id));
    for (const list of ids) expect(new Set(list).size).toBe(list.length);
  });

  it.each<[string, (agreement: DemoAgreement) => boolean]>([
    ["a line taken away", ({ reason, sales }) => reason === "ORDER_EDIT" && sales.length === 1],
    ["a line exchanged", ({ reason, sales }) => reason === "ORDER_EDIT" && total(sales, "shopMoney") === 0],
    ["an adjustment", ({ sales }) => sales.some(({ lineType }) => lineType === "ADJUSTMENT")],
    ["a gift card", ({ sales }) => sales.some(({ lineType }) => lineType === "GIFT_CARD")],
    ["a tip", ({ sales }) => sales.some(({ lineType }) => lineType === "TIP")],
    ["an additional fee", ({ sales }) => sales.some(({ lineType }) => lineType === "ADDITIONAL_FEE")],
    ["more than 50 sales", ({ sales }) => sales.length > 50],
    ["units that came back", ({ sales }) => sales.some(({ quantity }) => (quantity ?? 0) < 0)],
  ])("include %s", (_, holds) => {
    expect(samples.flatMap(([, orders]) => orders).some(({ agreements }) => agreements.some(holds))).toBe(true);
  });
});
