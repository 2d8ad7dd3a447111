import { isUnder } from "./denied.ts";
import type { Order } from "./order.ts";

const unknownIds = "unknown/";

/** An id for an order whose own can't be read. `place`: tells it from others. */
export const unknownIdOf = (place: string): string => `${unknownIds}${place}`;

/** Tells if the platform can be asked for an order by this id. */
export const isKnownId = (id: string): boolean => !id.startsWith(unknownIds);

/** Tells if the platform failed to give any of these fields of an order (ADR 107). */
export const lacksAny = ({ unread }: Pick<Order, "unread">, fields: readonly string[]): boolean =>
  unread !== undefined && fields.some((field) => isUnder(field, unread));
