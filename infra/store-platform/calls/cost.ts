import type { Child, Selection } from "../documents/selection.ts";

/** The platform's limit per query, on any plan. */
export const costCap = 1000;
/** The platform sets some costs by hand, so 10% stay free. */
export const costBudget = costCap * 0.9;

export type FirstOf = (connection: Child) => number;

const free = new Set(["MoneyBag", "MoneyV2", "MailingAddress", "Weight", "InventoryItemMeasurement"]);

/** Weight of a page, which grows with the logarithm of its size. */
export const pageWeight = (first: number): number => (first === 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(first))));

/** Points of a connection that finds one object by its id, without that object's selection. */
export const costOfSearch = 3;

/** Points of a connection of `first` nodes. */
export const computeConnectionCost = (first: number, selection: Selection, firstOf: FirstOf): number =>
  2 + pageWeight(first) * (1 + computeInnerCost(selection, firstOf));

/**
 * Points of a selection, without its object, by the formula derived from live responses: scalars 0, objects and plain
 * lists 1 (money, addresses and weights 0), counts 10, of alternatives the dearest.
 */
export const computeInnerCost = (selection: Selection, firstOf: FirstOf): number => {
  let cost = 0;
  for (const child of selection.children.values()) cost += childCost(child, firstOf);
  const alternatives = [...selection.fragments.values()].map((fragment) => computeInnerCost(fragment, firstOf));
  return cost + Math.max(0, ...alternatives);
};

const childCost = (child: Child, firstOf: FirstOf): number => {
  if (child.connection) return computeConnectionCost(firstOf(child), child.selection, firstOf);
  const own = free.has(child.selection.type) ? 0 : child.selection.type === "Count" ? 10 : 1;
  return own + computeInnerCost(child.selection, firstOf);
};
