import { joinList } from "../text/join-list.ts";
import { isFieldBelow } from "./field-paths.ts";
import type { Order } from "./order.ts";

const unknownIds = "unknown/";

/** Replaces an unreadable id. `place`: makes it unique. */
export const createUnknownId = (place: string): string => `${unknownIds}${place}`;

/** True if the platform can be asked for an order by this id. */
export const isKnownId = (id: string): boolean => !id.startsWith(unknownIds);

export const namelessOrder = "an order with an unknown number";

export const isKnownName = (name: string): boolean => name !== namelessOrder;

/** `#1042, #1050 and 2 orders with unknown numbers`. */
export const listOrderNames = (names: readonly string[]): string => {
  const known = names.filter(isKnownName);
  const nameless = names.length - known.length;
  if (nameless === 0) return joinList(known);
  return joinList([...known, nameless === 1 ? namelessOrder : `${nameless} orders with unknown numbers`]);
};

/** True if the platform failed to return any of these fields (ADR 107). */
export const hasUnreadField = ({ unread }: Pick<Order, "unread">, fields: readonly string[]): boolean =>
  unread !== undefined && fields.some((field) => isFieldBelow(field, unread));
