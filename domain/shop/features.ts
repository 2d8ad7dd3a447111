import { Grouping } from "../enumerations.ts";

/** Optional features, by their names in SHOP_FLAGS and for support. */
export const shopFlags = ["bundles", "meal-prep", "custom-columns"] as const;
export type ShopFlag = (typeof shopFlags)[number];

/** Optional features that a shop may use. */
export type Features = {
  /** True if a custom column's content may be edited: empty or a formula. */
  customColumnEditor: boolean;
  /** Groupings that its designs may get. A design keeps the grouping it has. */
  groupings: readonly Grouping[];
};

const baseGroupings: readonly Grouping[] = [
  Grouping.Orders,
  Grouping.ProductVariants,
  Grouping.OnePerOrder,
  Grouping.Fulfillments,
  Grouping.ProductCombined,
];

/** Groupings that also need AllowExperimental. */
const groupingsByFlag: readonly (readonly [ShopFlag, Grouping])[] = [
  ["bundles", Grouping.BundleAndCustomizer],
  ["meal-prep", Grouping.MassConstructionMealPrep],
];

/**
 * Resolves a shop's features. The custom column editor needs only its flag. Both trade-specific groupings need a
 * flag each and the merchant's consent to experimental features. `groupingsFor` then keeps only groupings that reports
 * can be made with.
 */
export const resolveFeatures = ({
  flags,
  allowExperimental,
}: {
  flags: readonly ShopFlag[];
  allowExperimental: boolean;
}): Features => ({
  customColumnEditor: flags.includes("custom-columns"),
  groupings: [
    ...baseGroupings,
    ...groupingsByFlag.filter(([flag]) => allowExperimental && flags.includes(flag)).map(([, grouping]) => grouping),
  ],
});
