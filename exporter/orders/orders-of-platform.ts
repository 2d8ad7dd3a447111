import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { Order } from "#domain/orders/order.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError, type StorePlatform } from "#infra/ports/store-platform.ts";

export type ReadOrdersOptions = {
  platform: Pick<StorePlatform, "streamOrders">;
  /** Source for reads by id: a bulk file has only its days. */
  pages: Pick<StorePlatform, "streamOrders">;
  input: FrozenInput;
  /** Paths below Order, including `createdAt`. */
  fields: readonly string[];
  requiredFields: readonly string[];
  signal: AbortSignal;
};

export type OrdersPage = {
  /** Number of orders sent, as in the platform's earlier count. */
  found: number;
  orders: Order[];
  /** Ids asked for that the store no longer has. */
  gone?: readonly string[];
};

/** True without id or date. The report leaves out such an order, as it has no place (ADR 107). */
export const lacksIdOrDate = (order: Order): boolean => hasUnreadField(order, ["id", "createdAt"]);

/** The date that assigns an order to a period. @throws {PlatformError} */
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
