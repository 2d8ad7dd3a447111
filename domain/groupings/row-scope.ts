import type { CellContext } from "../columns/definition.ts";
import type { Bundle } from "../orders/bundles.ts";
import type { Fulfillment, FulfillmentOrder, LineItem, Order } from "../orders/order.ts";

/** Inputs of a row, in groupings by order. */
export type RowScope = {
  /** The whole order: its own figures never depend on a filter. */
  order: Order;
  /** Lines in the report, after any line filter; for a bundle's row, the lines of that row. */
  lines: readonly LineItem[];
  /** The row's own line; null if none. */
  line: LineItem | null;
  /** For a row of a fulfillment: units of the line in it (null if unknown), and in previous ones. */
  sent: { fulfillment: Fulfillment; here: number | null; before: number } | null;
  /** The row's bundle, in groupings by bundle; absent if its line is in none. */
  bundle?: Bundle;
  context: CellContext;
};

/** Fulfillment orders that a fulfillment came from. */
export const findFulfillmentOrders = (
  { fulfillmentOrders }: Fulfillment,
  order: Order,
): readonly FulfillmentOrder[] => {
  const ids = new Set(fulfillmentOrders?.map(({ id }) => id));
  return (order.fulfillmentOrders ?? []).filter(({ id }) => ids.has(id));
};
