import { listed } from "../text/listed.ts";
import { isUnder } from "./denied.ts";
import type { Order } from "./order.ts";

const unknownIds = "unknown/";

/** An id for an order whose own can't be read. `place`: tells it from others. */
export const unknownIdOf = (place: string): string => `${unknownIds}${place}`;

/** Tells if the platform can be asked for an order by this id. */
export const isKnownId = (id: string): boolean => !id.startsWith(unknownIds);

/** Names an order whose number can't be read. */
export const namelessOrder = "an order with an unknown number";

export const isKnownName = (name: string): boolean => name !== namelessOrder;

/** `#1042, #1050 and 2 orders with unknown numbers`: names of orders in a sentence. Those without a name are counted last. */
export const listedOrders = (names: readonly string[]): string => {
  const known = names.filter(isKnownName);
  const nameless = names.length - known.length;
  if (nameless === 0) return listed(known);
  return listed([...known, nameless === 1 ? namelessOrder : `${nameless} orders with unknown numbers`]);
};

/** Tells if the platform failed to give any of these fields of an order (ADR 107). */
export const lacksAny = ({ unread }: Pick<Order, "unread">, fields: readonly string[]): boolean =>
  unread !== undefined && fields.some((field) => isUnder(field, unread));
