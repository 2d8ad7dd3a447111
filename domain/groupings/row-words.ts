import { Grouping } from "../enumerations.ts";

const manyOrders: ReadonlySet<Grouping> = new Set([
  Grouping.ProductVariants,
  Grouping.ProductCombined,
  Grouping.MassConstructionMealPrep,
]);

/** Whether a row of a report adds up what several orders say of one product. */
export const addsUpOrders = (grouping: Grouping): boolean => manyOrders.has(grouping);

/** What a report has one row per (S-2.3). */
export const rowPer: Readonly<Record<Grouping, string>> = {
  [Grouping.Orders]: "order line",
  [Grouping.ProductVariants]: "product variant",
  [Grouping.OnePerOrder]: "order",
  [Grouping.Fulfillments]: "fulfillment",
  [Grouping.ProductCombined]: "product",
  [Grouping.BundleAndCustomizer]: "bundle or single line",
  [Grouping.MassConstructionMealPrep]: "variant and delivery date",
};
