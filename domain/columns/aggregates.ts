import type { ColumnDefinition } from "./definition.ts";

/** The rows of words that many columns share (P-6). */
type Aggregates = ColumnDefinition["aggregate"];

/** Of a line; of a product what the newest order says. */
export const lineFirst: Aggregates = {
  Orders: "line",
  ProductVariants: "first",
  OnePerOrder: "join",
  Fulfillments: "line",
  ProductCombined: "first",
};

/** Of a line and its variant; several where a row is of several variants. */
export const lineOfVariant: Aggregates = { ...lineFirst, ProductCombined: "join" };

/** Of a line; of a product what its lines say. */
export const lineJoined: Aggregates = { ...lineFirst, ProductVariants: "join", ProductCombined: "join" };

/** Units and amounts of a line that its fulfillments share in. */
export const lineSum: Aggregates = {
  Orders: "line",
  ProductVariants: "sum",
  OnePerOrder: "sum",
  Fulfillments: "prorate",
  ProductCombined: "sum",
};

/** As {@link lineSum}, of what is already net of units that were removed or cancelled before they were sent. */
export const lineSumNet: Aggregates = { ...lineSum, Fulfillments: "prorateNet" };

/** What was given back is not known by fulfillment. */
export const lineSumOfRefunds: Aggregates = {
  Orders: "line",
  ProductVariants: "sum",
  OnePerOrder: "sum",
  ProductCombined: "sum",
};

/** Of the order, on each of its rows. */
export const wholeOrder: Aggregates = { Orders: "order", OnePerOrder: "order", Fulfillments: "order" };

/** As {@link wholeOrder}; of a product what its orders say. */
export const wholeOrderJoined: Aggregates = { ...wholeOrder, ProductVariants: "join", ProductCombined: "join" };

/** An amount of the order: on its first row only, so that a column can be added up. */
export const onceInOrder: Aggregates = { Orders: "orderOnce", OnePerOrder: "order", Fulfillments: "orderOnce" };
