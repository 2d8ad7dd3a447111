import type { ColumnDefinition } from "./definition.ts";

/** Shared aggregate tables (P-6). */
type Aggregations = ColumnDefinition["aggregate"];

/** A value per line; for a product, that of the newest order. A row that covers several lines has several values. */
export const lineFirst: Aggregations = {
  Orders: "line",
  ProductVariants: "first",
  OnePerOrder: "join",
  Fulfillments: "line",
  ProductCombined: "first",
  BundleAndCustomizer: "join",
  MassConstructionMealPrep: "first",
};

/** A value per line and variant. A row that covers several variants has several values. */
export const lineOfVariant: Aggregations = { ...lineFirst, ProductCombined: "join" };

/** A value per line; for a product, the values of all its lines. */
export const lineJoined: Aggregations = {
  ...lineFirst,
  ProductVariants: "join",
  ProductCombined: "join",
  MassConstructionMealPrep: "join",
};

/** Units and amounts of a line, divided among its fulfillments. */
export const lineSum: Aggregations = {
  Orders: "line",
  ProductVariants: "sum",
  OnePerOrder: "sum",
  Fulfillments: "prorate",
  ProductCombined: "sum",
  BundleAndCustomizer: "sum",
  MassConstructionMealPrep: "sum",
};

/** Like {@link lineSum}, for values net of units removed or cancelled before shipping. */
export const lineSumNet: Aggregations = { ...lineSum, Fulfillments: "prorateNet" };

/** Price of one unit; the average if a row covers several. */
export const lineUnitPrice: Aggregations = {
  Orders: "line",
  ProductVariants: "wavg",
  Fulfillments: "line",
  ProductCombined: "wavg",
  BundleAndCustomizer: "perBundle",
  MassConstructionMealPrep: "wavg",
};

/** Sums that are not known per fulfillment, as of refunds. */
export const lineSumExceptFulfillments: Aggregations = {
  Orders: "line",
  ProductVariants: "sum",
  OnePerOrder: "sum",
  ProductCombined: "sum",
  BundleAndCustomizer: "sum",
  MassConstructionMealPrep: "sum",
};

/** The order's value, on each of its rows. */
export const wholeOrder: Aggregations = {
  Orders: "order",
  OnePerOrder: "order",
  Fulfillments: "order",
  BundleAndCustomizer: "order",
};

/** Like {@link wholeOrder}. For a product: the values of all its orders. */
export const wholeOrderJoined: Aggregations = {
  ...wholeOrder,
  ProductVariants: "join",
  ProductCombined: "join",
  MassConstructionMealPrep: "join",
};

/** The order's value on its first row only, so that the column can be summed. */
export const onceInOrder: Aggregations = {
  Orders: "orderOnce",
  OnePerOrder: "order",
  Fulfillments: "orderOnce",
  BundleAndCustomizer: "orderOnce",
};
