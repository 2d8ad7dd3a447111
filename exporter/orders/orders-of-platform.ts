import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { Order } from "#domain/orders/order.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError, type StorePlatform } from "#infra/ports/store-platform.ts";

export type ReadOrdersOptions = {
  platform: Pick<StorePlatform, "streamOrders">;
  /** Reads orders by id, as a bulk file has none of other days. */
  pages: Pick<StorePlatform, "streamOrders">;
  input: FrozenInput;
  /** Paths below Order; `createdAt` is among them. */
  fields: readonly string[];
  /** Those `fields` that must not be missing. */
  requiredFields: readonly string[];
  signal: AbortSignal;
};

/** A page of a search. `found`: orders that the platform sent, as in its earlier count. `orders`: those that remain. */
export type OrdersPage = { found: number; orders: Order[] };

/** Tells if id or date of an order are missing. It has no place in the report then, which leaves it out (ADR 107). */
export const lacksIdOrDate = (order: Order): boolean => hasUnreadField(order, ["id", "createdAt"]);

/** The order's date; without one it cannot be assigned to any period. @throws {PlatformError} */
export const getCreatedAt = (order: Order): string => {
  if (typeof order.createdAt === "string" && !Number.isNaN(Date.parse(order.createdAt))) return order.createdAt;
  throw new PlatformError(
    "unexpected-answer",
    "Your store sent an order without a date. Try again later.",
    `${order.id}: createdAt ${String(order.createdAt)}`,
  );
};

/** Platform data, in its documented shape. Column functions cope with missing fields. */
export const castOrder = (order: JsonObject): Order => order as unknown as Order;
