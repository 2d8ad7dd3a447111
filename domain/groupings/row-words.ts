import { Grouping } from "../enumerations.ts";

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
