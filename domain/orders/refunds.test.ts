import { describe, expect, it } from "vitest";
import type { LineItem, MoneyBag, Order } from "./order.ts";
import { refundedOrderTax, refundedTax } from "./refunds.ts";

const money = (amount: string): MoneyBag => ({ shopMoney: { amount } });
const line: LineItem = { id: "line" };
/** Refunds a line with 2.40 tax, its shipping with 0.95 tax, and 1.20 without a line, of which 0.20 is tax. */
const order: Order = {
  id: "order",
  createdAt: "2026-11-01T08:00:00Z",
  taxesIncluded: true,
  lineItems: [line],
  refunds: [
    {
      id: "returned",
      refundLineItems: [{ lineItem: { id: "line" }, subtotalSet: money("12.40"), totalTaxSet: money("2.40") }],
      refundShippingLines: [{ subtotalAmountSet: money("4.90"), taxAmountSet: money("0.95") }],
    },
    { id: "goodwill", orderAdjustments: [{ amountSet: money("-1.0"), taxAmountSet: money("-0.2") }] },
  ],
};

describe("the refunded tax", () => {
  it("of an order is the sum of its lines, its shipping and a rest without a line", () => {
    expect(refundedOrderTax(order)).toBe("3.55");
  });

  it("of a line is the line's alone", () => {
    expect(refundedTax(line, order)).toBe("2.4");
  });

  it("is 0 for an order without refunds, and unknown if these are unknown", () => {
    expect(refundedOrderTax({ ...order, refunds: [] })).toBe("0");
    const { refunds: _, ...unread } = order;
    expect(refundedOrderTax(unread)).toBeNull();
  });
});
