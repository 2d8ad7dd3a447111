import type { ColumnDefinition } from "./definition.ts";

/** The rows of words that many columns share (P-6). */
type Aggregates = ColumnDefinition["aggregate"];

/** Of a line; of a product what the newest order says; several where a row is of several lines. */
export const lineFirst: Aggregates = {
  Orders: "line",
  ProductVariants: "first",
  OnePerOrder: "join",
  Fulfillments: "line",
  ProductCombined: "first",
  BundleAndCustomizer: "join",
  MassConstructionMealPrep: "first",
};

/** Of a line and its variant; several where a row is of several variants. */
export const lineOfVariant: Aggregates = { ...lineFirst, ProductCombined: "join" };

/** Of a line; of a product what its lines say. */
export const lineJoined: Aggregates = {
  ...lineFirst,
  ProductVariants: "join",
  ProductCombined: "join",
  MassConstructionMealPrep: "join",
};

/** Units and amounts of a line that its fulfillments share in. */
export const lineSum: Aggregates = {
  Orders: "line",
  ProductVariants: "sum",
  OnePerOrder: "sum",
  Fulfillments: "prorate",
  ProductCombined: "sum",
  BundleAndCustomizer: "sum",
  MassConstructionMealPrep: "sum",
};

/** As {@link lineSum}, of what is already net of units that were removed or cancelled before they were sent. */
export const lineSumNet: Aggregates = { ...lineSum, Fulfillments: "prorateNet" };

/** What one unit costs; where a row is of several what one of them does. */
export const lineUnitPrice: Aggregates = {
  Orders: "line",
  ProductVariants: "wavg",
  Fulfillments: "line",
  ProductCombined: "wavg",
  BundleAndCustomizer: "perBundle",
  MassConstructionMealPrep: "wavg",
};

/** What was given back is not known by fulfillment. */
export const lineSumOfRefunds: Aggregates = {
  Orders: "line",
  ProductVariants: "sum",
  OnePerOrder: "sum",
  ProductCombined: "sum",
  BundleAndCustomizer: "sum",
  MassConstructionMealPrep: "sum",
};

/** Of the order, on each of its rows. */
export const wholeOrder: Aggregates = {
  Orders: "order",
  OnePerOrder: "order",
  Fulfillments: "order",
  BundleAndCustomizer: "order",
};

/** As {@link wholeOrder}; of a product what its orders say. */
export const wholeOrderJoined: Aggregates = {
  ...wholeOrder,
  ProductVariants: "join",
  ProductCombined: "join",
  MassConstructionMealPrep: "join",
};

/** An amount of the order: on its first row only, so that a column can be added up. */
export const onceInOrder: Aggregates = {
  Orders: "orderOnce",
  OnePerOrder: "order",
  Fulfillments: "orderOnce",
  BundleAndCustomizer: "orderOnce",
};
