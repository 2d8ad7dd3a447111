import { describe, expect, it } from "vitest";
import { computeConnectionCost, costBudget, pageWeight } from "./calls/cost.ts";
import { buildSelection, UnknownField } from "./documents/selection.ts";
import { pageSizes, planPages } from "./page-plan.ts";

describe("The cost of a query", () => {
  it("weights page sizes as the live platform does", () => {
    expect([0, 1, 3, 5, 10, 20, 50, 100, 250].map(pageWeight)).toEqual([0, 1, 2, 3, 4, 5, 7, 9, 11]);
  });

  it("is 0 for money and addresses, 1 for objects and lists, 10 for counts, and the highest of alternatives", () => {
    const costOf = (...paths: string[]) => computeConnectionCost(10, buildSelection(paths), () => 10);
    expect(costOf("name")).toBe(2 + 4 * 1);
    expect(costOf("totalPriceSet.shopMoney.amount", "shippingAddress.city")).toBe(2 + 4 * 1);
    expect(costOf("customer.displayName", "refunds.note")).toBe(2 + 4 * 3);
    expect(costOf("transactionsCount.count")).toBe(2 + 4 * 11);
    expect(costOf("lineItems.nodes.title")).toBe(2 + 4 * (1 + 2 + 4));
    expect(costOf("transactions.paymentDetails.(CardPaymentDetails).company")).toBe(2 + 4 * 3);
    expect(
      costOf(
        "discountApplications.nodes.value.(MoneyV2).amount",
        "discountApplications.nodes.(ManualDiscountApplication).title",
      ),
    ).toBe(2 + 4 * (1 + 2 + 4 * 2));
  });
});

describe("The size of a page", () => {
  it("is the largest there is for narrow reports", () => {
    expect(planPages(buildSelection(["name", "lineItems.nodes.title"]))).toMatchObject({ first: 250 });
  });

  it("is at most the wanted number", () => {
    const selection = buildSelection(["name", "lineItems.nodes.title"]);
    expect(planPages(selection, 50)).toMatchObject({ first: 50 });
    expect(planPages(selection, 50).cost).toBeLessThan(planPages(selection).cost);
    expect(planPages(selection, 1_000)).toMatchObject({ first: 250 });
  });

  it("is the largest whose cost stays within the budget for the columns", () => {
    const selection = buildSelection([
      "customer.orders.nodes.createdAt",
      "lineItems.nodes.product.collections.nodes.title",
      "fulfillments.events.nodes.status",
      "refunds.refundLineItems.nodes.quantity",
    ]);
    const plan = planPages(selection);
    expect(plan.cost).toBeLessThanOrEqual(costBudget);
    const larger = pageSizes[pageSizes.indexOf(plan.first) - 1];
    expect(larger).toBeDefined();
    expect(computeConnectionCost(larger ?? 0, selection, plan.firstOf)).toBeGreaterThan(costBudget);
  });
});

describe("A column's path", () => {
  it.each([
    ["lineItems", "must name something below"],
    ["lineItems.title", "must name something below"],
    ["customer", "must name something below"],
    ["name.first", "leads to nothing we know"],
    ["(CardPaymentDetails).company", "allows no fragment"],
    ["lineItems.nodes.{evil}", "is not a path"],
    ["", "is not a path"],
  ])("is refused if it leads nowhere: %s", (path, sentence) => {
    expect(() => buildSelection([path])).toThrow(UnknownField);
    expect(() => buildSelection([path])).toThrow(sentence);
  });
});
