import { describe, expect, it } from "vitest";
import type { LineItem, Order, Refund } from "./order.ts";
import { profit, totalCost } from "./profit.ts";

const money = (amount: string) => ({ shopMoney: { amount } });

/** Three units at 10.00, with 1.00 discount and 2.30 tax; unit cost 4.00. */
const line: LineItem = {
  id: "L",
  quantity: 3,
  currentQuantity: 3,
  originalTotalSet: money("30.0"),
  discountAllocations: [{ allocatedAmountSet: money("0.4") }, { allocatedAmountSet: money("0.6") }],
  taxLines: [{ priceSet: money("1.3") }, { priceSet: money("1.0") }],
  variant: { id: "V", inventoryItem: { id: "I", unitCost: { amount: "4.0" } } },
};
const order = (changes: Partial<Order> = {}): Order => ({ id: "O", taxesIncluded: false, refunds: [], ...changes });
const refund = (quantity: number, restockType: string, subtotal: string, tax: string): Refund => ({
  id: "R",
  refundLineItems: [
    { quantity, restockType, subtotalSet: money(subtotal), totalTaxSet: money(tax), lineItem: { id: "L" } },
    { quantity: 9, restockType, subtotalSet: money("99"), totalTaxSet: money("9"), lineItem: { id: "another" } },
  ],
});

describe("the profit of a line", () => {
  it("is the charge after discounts, less the cost of its units", () => {
    expect(profit(line, order(), 2)).toBe("17");
  });

  it("excludes the tax if prices include it", () => {
    expect(profit(line, order({ taxesIncluded: true }), 2)).toBe("14.7");
  });

  it("excludes the refunded amount and the cost of returned units", () => {
    const back = { ...line, currentQuantity: 2 };
    expect(profit(back, order({ refunds: [refund(1, "RETURN", "9.67", "0.77")] }), 2)).toBe("11.33");
    expect(totalCost(back, order({ refunds: [refund(1, "RETURN", "9.67", "0.77")] }))).toBe("8");
  });

  it("includes the cost of refunded units that were never returned", () => {
    const lost = { ...line, currentQuantity: 2 };
    expect(profit(lost, order({ refunds: [refund(1, "NO_RESTOCK", "9.67", "0.77")] }), 2)).toBe("7.33");
  });

  it("does not count refunded tax as a loss if prices include it", () => {
    const back = { ...line, currentQuantity: 2 };
    const refunds = [refund(1, "RETURN", "9.67", "0.77")];
    expect(profit(back, order({ taxesIncluded: true, refunds }), 2)).toBe("9.8");
  });

  it("is the remaining units' share if an edit removed some, to the currency's decimals", () => {
    const edited = { ...line, currentQuantity: 2 };
    expect(profit(edited, order(), 2)).toBe("11.33");
    expect(profit(edited, order(), 0)).toBe("11");
    expect(profit({ ...line, currentQuantity: 0 }, order(), 2)).toBe("0");
  });

  it("is unknown without a cost or without known refunds", () => {
    const without = { ...line, variant: { id: "V", inventoryItem: { id: "I", unitCost: null } } };
    expect(profit(without, order(), 2)).toBeNull();
    expect(profit({ ...line, variant: null }, order(), 2)).toBeNull();
    expect(profit(line, { id: "O" }, 2)).toBeNull();
    expect(totalCost(line, { id: "O" })).toBeNull();
  });
});
