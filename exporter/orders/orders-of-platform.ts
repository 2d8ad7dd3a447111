import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { Order } from "#domain/orders/order.ts";
import { lacksAny } from "#domain/orders/unread.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError, type StorePlatform } from "#infra/ports/store-platform.ts";

export type ReadOrders = {
  platform: Pick<StorePlatform, "orders">;
  /** Reads orders by their ids: a bulk file has no orders of other days. */
  pages: Pick<StorePlatform, "orders">;
  input: FrozenInput;
  /** Paths below Order; `createdAt` is among them. */
  fields: readonly string[];
  /** Those of them that must not be missing. */
  needed: readonly string[];
  signal: AbortSignal;
};

/** A page of a search. `found`: what the platform sent, which is what it counted beforehand; `orders`: what is left of it. */
export type OrdersRead = { found: number; orders: Order[] };

/** Tells if id or date of an order are missing. It has no place in the report then, which leaves it out (ADR 107). */
export const isUnplaced = (order: Order): boolean => lacksAny(order, ["id", "createdAt"]);

/** The order date; an order without one cannot be placed in any period. @throws {PlatformError} */
export const createdAtOf = (order: Order): string => {
  if (typeof order.createdAt === "string" && !Number.isNaN(Date.parse(order.createdAt))) return order.createdAt;
  throw new PlatformError(
    "unexpected-answer",
    "Your store sent an order without a date. Try again later.",
    `${order.id}: createdAt ${String(order.createdAt)}`,
  );
};

/** What the platform names, in the shape that it documents; the values of columns cope with what is missing. */
export const asOrder = (order: JsonObject): Order => order as unknown as Order;
