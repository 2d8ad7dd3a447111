import { computeConnectionCost, costBudget, type FirstOf } from "./calls/cost.ts";
import { scopesCost } from "./calls/scopes.ts";
import type { Selection } from "./documents/selection.ts";

/** Sizes of a page of orders and of every connection. */
export type PagePlan = {
  first: number;
  firstOf: FirstOf;
  cost: number;
};

/** The largest page of each weight: sizes in between cost as much as the next larger one. */
export const pageSizes: readonly number[] = [250, 244, 148, 90, 54, 33, 20, 12, 7, 4, 2, 1];

/** Usual sizes, so that few connections need a second page; default 12. */
const usual: Readonly<Record<string, number>> = {
  lineItems: 54,
  orders: 54,
  refundLineItems: 20,
  fulfillmentLineItems: 20,
  agreements: 4,
};
const nestedLimits = [54, 20, 12, 7, 4, 2];
/** Smallest sizes, for when everything else costs too much. */
export const smallestPages: FirstOf = () => 2;
const goodPage = 90;
const maxOrders = 250;

/**
 * Plans the largest page within the cost cap. If wide columns leave fewer than 90 orders, or than wanted, first shrinks
 * nested connections: a rare second page of lines is cheaper than small pages of orders.
 */
export const planPages = (selection: Selection, orderLimit = maxOrders): PagePlan => {
  const enough = Math.min(goodPage, orderLimit);
  let best: PagePlan | undefined;
  for (const limit of nestedLimits) {
    const firstOf: FirstOf = (connection) => Math.min(usual[connection.name] ?? 12, limit);
    const first = Math.min(
      orderLimit,
      largestPage((size) => scopesCost + computeConnectionCost(Math.min(orderLimit, size), selection, firstOf)),
    );
    const plan = { first, firstOf, cost: scopesCost + computeConnectionCost(first, selection, firstOf) };
    if (first >= enough) return plan;
    if (best === undefined || first > best.first) best = plan;
  }
  if (best === undefined) throw new Error("There are no page sizes to choose from.");
  return best;
};

/** The largest size within the budget, at least 1 (then the platform decides). */
export const largestPage = (costOf: (first: number) => number): number =>
  pageSizes.find((size) => costOf(size) <= costBudget) ?? 1;
