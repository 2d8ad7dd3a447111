import { Grouping } from "../enumerations.ts";

/** What a shop can be given beyond what every shop has, as the setting SHOP_FLAGS and support name it. */
export const shopFlags = ["bundles", "meal-prep", "custom-columns"] as const;
export type ShopFlag = (typeof shopFlags)[number];

/** What a shop may use of what not every shop may. */
export type Features = {
  /** It may set what stands in a column of its own: nothing, or a formula. */
  customColumnEditor: boolean;
  /** The groupings that its designs may be given. A design that has another already keeps it. */
  groupings: readonly Grouping[];
};

const ofEveryShop: readonly Grouping[] = [
  Grouping.Orders,
  Grouping.ProductVariants,
  Grouping.OnePerOrder,
  Grouping.Fulfillments,
  Grouping.ProductCombined,
];

/** Groupings that need their flag, and allow-experimental too. */
const flagged: readonly (readonly [ShopFlag, Grouping])[] = [
  ["bundles", Grouping.BundleAndCustomizer],
  ["meal-prep", Grouping.MassConstructionMealPrep],
];

/**
 * What a shop may use: the editor of custom columns by its flag alone; the two groupings of their trades by a flag each, and only
 * while the merchant allows what is experimental. It says nothing of what reports can be grouped by: that is the engine's.
 */
export const featuresOf = ({
  flags,
  allowExperimental,
}: {
  flags: readonly ShopFlag[];
  allowExperimental: boolean;
}): Features => ({
  customColumnEditor: flags.includes("custom-columns"),
  groupings: [
    ...ofEveryShop,
    ...flagged.filter(([flag]) => allowExperimental && flags.includes(flag)).map(([, grouping]) => grouping),
  ],
});
