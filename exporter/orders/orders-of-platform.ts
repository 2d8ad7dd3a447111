import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { Order } from "#domain/orders/order.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError, type StorePlatform } from "#infra/ports/store-platform.ts";

export type ReadOrdersOptions = {
  platform: Pick<StorePlatform, "streamOrders">;
  /** Reads orders by id: a bulk file has only its days. */
  pages: Pick<StorePlatform, "streamOrders">;
  input: FrozenInput;
  /** Paths below Order; `createdAt` is among them. */
  fields: readonly string[];
  /** Fields of `fields` that must not be missing. */
  requiredFields: readonly string[];
  signal: AbortSignal;
};

/** A page of a search. */
export type OrdersPage = {
  /** Number of orders that the platform sent, as in its earlier count. */
  found: number;
  /** The orders that remain after filtering. */
  orders: Order[];
  /** Ids of orders that were asked for by id, and that the store no longer has; absent or empty if none. */
  gone?: readonly string[];
};

/** Tells if id or date are missing. The report leaves such an order out, as it has no place (ADR 107). */
export const lacksIdOrDate = (order: Order): boolean => hasUnreadField(order, ["id", "createdAt"]);

/** Returns the order's date, which assigns it to a period. @throws {PlatformError} */
export const getCreatedAt = (order: Order): string => {
  if (typeof order.createdAt === "string" && !Number.isNaN(Date.parse(order.createdAt))) return order.createdAt;
  throw new PlatformError(
    "unexpected-answer",
    "Your store sent an order without a date. Try again later.",
    `${order.id}: createdAt ${String(order.createdAt)}`,
  );
};

/** Casts platform data. Column functions cope with missing fields. */
export const castOrder = (order: JsonObject): Order => order as unknown as Order;
