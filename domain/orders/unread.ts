import type { Cell } from "../columns/definition.ts";
import { isUnder } from "./denied.ts";
import type { Order } from "./order.ts";

/** Said by a cell that the platform failed to give: an empty cell or 0 would read as if there was nothing (ADR 107). */
export const unreadCell: Cell = { kind: "text", text: "couldn't be read" };

/** Said by a figure over several orders of which one could not be read. */
export const incompleteCell: Cell = { kind: "text", text: "incomplete" };

/** Whether the platform failed to give any of these fields of an order. */
export const lacksAny = ({ unread }: Pick<Order, "unread">, fields: readonly string[]): boolean =>
  unread !== undefined && fields.some((field) => isUnder(field, unread));
