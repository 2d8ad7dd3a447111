import type { ColumnDefinition } from "./definition.ts";

/** Shared aggregate tables (P-6). */
type Aggregations = ColumnDefinition["aggregate"];

/** Per line. For a product: the newest order's value. Several if a row covers several lines. */
export const lineFirst: Aggregations = {
  Orders: "line",
  ProductVariants: "first",
  OnePerOrder: "join",
  Fulfillments: "line",
  ProductCombined: "first",
  BundleAndCustomizer: "join",
  MassConstructionMealPrep: "first",
};

/** Per line and variant. Several if a row covers several variants. */
export const lineOfVariant: Aggregations = { ...lineFirst, ProductCombined: "join" };

/** Per line. For a product: the values of all its lines. */
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

/** Refunds are not known per fulfillment. */
export const lineSumOfRefunds: Aggregations = {
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

/** On an order's first row only, so that the column can be summed. */
export const onceInOrder: Aggregations = {
  Orders: "orderOnce",
  OnePerOrder: "order",
  Fulfillments: "orderOnce",
  BundleAndCustomizer: "orderOnce",
};
