import type { Order } from "#domain/orders/order.ts";

/** An order's data differs in kind from the platform's documentation. */
export class MalformedOrder extends Error {
  override name = "MalformedOrder";
}

/** True if the value doesn't fit the path, which needs objects, or lists of them, on the way and none at the end. */
const isMalformed = (value: unknown, [segment, ...rest]: readonly string[]): boolean => {
  if (value === null || value === undefined) return false;
  // Connections are plain lists by now.
  if (segment === "nodes") return !Array.isArray(value) || isMalformed(value, rest);
  if (Array.isArray(value))
    return value.some((one) => isMalformed(one, segment === undefined ? [] : [segment, ...rest]));
  if (segment === undefined) return typeof value === "object";
  if (segment.startsWith("(")) return isMalformed(value, rest);
  return typeof value !== "object" || isMalformed((value as Record<string, unknown>)[segment], rest);
};

/** Blames the platform if the order doesn't fit `fields`: retries are useless. Otherwise returns the error. */
export const explainOrderError = (error: unknown, order: Order, fields: readonly string[]): unknown => {
  if (!(error instanceof TypeError)) return error;
  const path = fields.find((field) => isMalformed(order, field.split(".")));
  if (path === undefined) return error;
  return new MalformedOrder(`${order.id}: ${path} is not what the platform documents`, { cause: error });
};
