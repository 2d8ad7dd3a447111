import { isUnder } from "./denied.ts";
import type { Order } from "./order.ts";

/** Whether the platform failed to give any of these fields of an order. */
export const lacksAny = ({ unread }: Pick<Order, "unread">, fields: readonly string[]): boolean =>
  unread !== undefined && fields.some((field) => isUnder(field, unread));
