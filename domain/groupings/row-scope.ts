import type { CellContext } from "../columns/definition.ts";
import type { Bundle } from "../orders/bundles.ts";
import type { Fulfillment, FulfillmentOrder, LineItem, Order } from "../orders/order.ts";
import { sortByTime } from "../orders/sort-by-time.ts";

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

const unsent: ReadonlySet<string | undefined> = new Set(["CANCELLED", "ERROR", "FAILURE"]);

/** Fulfillments that were sent, oldest first: neither cancelled nor failed. */
export const sentFulfillments = ({ fulfillments }: Order): readonly Fulfillment[] =>
  sortByTime(
    (fulfillments ?? []).filter(({ status }) => !unsent.has(status)),
    ({ createdAt }) => createdAt,
  );

/** Fields that {@link sentFulfillments} reads, as paths below Order. */
export const sentFulfillmentFields = ["fulfillments.status", "fulfillments.createdAt"] as const;

/** Fulfillment orders that a fulfillment came from. */
export const findFulfillmentOrders = (
  { fulfillmentOrders }: Fulfillment,
  order: Order,
): readonly FulfillmentOrder[] => {
  const ids = new Set(fulfillmentOrders?.map(({ id }) => id));
  return (order.fulfillmentOrders ?? []).filter(({ id }) => ids.has(id));
};
