import { Grouping } from "../enumerations.ts";

const manyOrders: ReadonlySet<Grouping> = new Set([
  Grouping.ProductVariants,
  Grouping.ProductCombined,
  Grouping.MassConstructionMealPrep,
]);

/** True if rows combine one product's values of several orders. */
export const combinesOrders = (grouping: Grouping): boolean => manyOrders.has(grouping);

/** Names of the thing that each row stands for (S-2.3). */
export const rowUnitNames: Readonly<Record<Grouping, string>> = {
  [Grouping.Orders]: "order line",
  [Grouping.ProductVariants]: "product variant",
  [Grouping.OnePerOrder]: "order",
  [Grouping.Fulfillments]: "fulfillment",
  [Grouping.ProductCombined]: "product",
  [Grouping.BundleAndCustomizer]: "bundle or single line",
  [Grouping.MassConstructionMealPrep]: "variant and delivery date",
};
