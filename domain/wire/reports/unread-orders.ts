import { z } from "zod";
import { isKnownId } from "../../orders/unread.ts";
import { summarizeUnreadOrders, type UnreadOrder } from "../../reports/unread-orders.ts";

/** See {@link UnreadOrder} (ADR 107). */
export const UnreadOrderData = z.strictObject({
  Order: z.string().describe("Its name, such as #1042"),
  Columns: z.array(z.string()).describe("Titles of columns that couldn't be read, ten at most"),
  MoreColumns: z.number().describe("How many other columns couldn't be read"),
  LeftOut: z.boolean().describe("True if the order has no row; otherwise its cells say what couldn't be read"),
  HasId: z.boolean().describe("False if its id couldn't be read, so no later report can look for it"),
});
export type UnreadOnWire = z.infer<typeof UnreadOrderData>;

export const unreadOnWire = (unread: readonly UnreadOrder[] = []): UnreadOnWire[] =>
  unread.map(({ id, name, columns, more = 0, leftOut }) => ({
    Order: name,
    Columns: [...columns],
    MoreColumns: more,
    LeftOut: leftOut,
    HasId: isKnownId(id),
  }));

/** Follows {@link summarizeUnreadOrders}, for screens. */
export const describeUnreadOnWire = (unread: readonly UnreadOnWire[] = []): string[] =>
  summarizeUnreadOrders(
    unread.map(({ Order, Columns, MoreColumns, LeftOut }) => ({
      name: Order,
      columns: Columns,
      more: MoreColumns,
      leftOut: LeftOut,
    })),
  );
