import type { CellContext } from "../columns/definition.ts";
import type { Bundle } from "../orders/bundles.ts";
import type { Fulfillment, FulfillmentOrder, LineItem, Order } from "../orders/order.ts";

/** Inputs of a row, in groupings by order. */
export type RowScope = {
  /** The whole order: a filter never changes its figures. */
  order: Order;
  /** Lines after any line filter; a bundle's row has its own only. */
  lines: readonly LineItem[];
  line: LineItem | null;
  /** Units of the line in the row's fulfillment (null if unknown), and before. */
  sent: { fulfillment: Fulfillment; here: number | null; before: number } | null;
  /** Absent if the row's line is in no bundle. */
  bundle?: Bundle;
  context: CellContext;
};

/** Finds the fulfillment orders that a fulfillment fulfills. */
export const findFulfillmentOrders = (
  { fulfillmentOrders }: Fulfillment,
  order: Order,
): readonly FulfillmentOrder[] => {
  const ids = new Set(fulfillmentOrders?.map(({ id }) => id));
  return (order.fulfillmentOrders ?? []).filter(({ id }) => ids.has(id));
};
