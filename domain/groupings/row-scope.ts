import type { CellContext } from "../columns/definition.ts";
import type { Bundle } from "../orders/bundles.ts";
import { inTime } from "../orders/in-time.ts";
import type { Fulfillment, FulfillmentOrder, LineItem, Order } from "../orders/order.ts";

/** What a row of a grouping by order is made of. */
export type RowScope = {
  /** The whole order: its own figures never depend on a filter. */
  order: Order;
  /** Those of its lines that the report holds, all of them without a filter of lines; where a row is of a bundle, those of the row. */
  lines: readonly LineItem[];
  /** The row's own line; null where it has none. */
  line: LineItem | null;
  /** Where a row is of a fulfillment: how many units of the line are in it, null when that is not known, and in those before it. */
  sent: { fulfillment: Fulfillment; here: number | null; before: number } | null;
  /** Where lines of one bundle stand in one row: the row's bundle; absent where its line is in none. */
  bundle?: Bundle;
  context: CellContext;
};

const unsent: ReadonlySet<string | undefined> = new Set(["CANCELLED", "ERROR", "FAILURE"]);

/** Fulfillments that were sent, oldest first: neither cancelled nor failed. */
export const sentFulfillments = ({ fulfillments }: Order): readonly Fulfillment[] =>
  inTime(
    (fulfillments ?? []).filter(({ status }) => !unsent.has(status)),
    ({ createdAt }) => createdAt,
  );

/** What {@link sentFulfillments} reads, as paths below Order. */
export const fieldsOfSent = ["fulfillments.status", "fulfillments.createdAt"] as const;

/** The order's fulfillment orders that a fulfillment came from. */
export const cameFrom = ({ fulfillmentOrders }: Fulfillment, order: Order): readonly FulfillmentOrder[] => {
  const ids = new Set(fulfillmentOrders?.map(({ id }) => id));
  return (order.fulfillmentOrders ?? []).filter(({ id }) => ids.has(id));
};
