import { isUnder } from "./denied.ts";
import type { Order } from "./order.ts";

/** Tells if the platform failed to give any of these fields of an order (ADR 107). */
export const lacksAny = ({ unread }: Pick<Order, "unread">, fields: readonly string[]): boolean =>
  unread !== undefined && fields.some((field) => isUnder(field, unread));
