import type { Order } from "#domain/orders/order.ts";

/** Thrown if an order cannot be reported, as its data differs in kind from the platform's documentation. */
export class OddOrder extends Error {
  override name = "OddOrder";
}

/**
 * True if the value does not fit the path: it must have objects, or lists of them, on the way, and no object at the
 * end.
 */
const isOdd = (value: unknown, [segment, ...rest]: readonly string[]): boolean => {
  if (value === null || value === undefined) return false;
  // Connections are plain lists by now.
  if (segment === "nodes") return !Array.isArray(value) || isOdd(value, rest);
  if (Array.isArray(value)) return value.some((one) => isOdd(one, segment === undefined ? [] : [segment, ...rest]));
  if (segment === undefined) return typeof value === "object";
  if (segment.startsWith("(")) return isOdd(value, rest);
  return typeof value !== "object" || isOdd((value as Record<string, unknown>)[segment], rest);
};

/**
 * Explains an error from processing an order. If the order does not fit `fields`, the platform is at fault, and retries
 * are useless. Otherwise returns the error unchanged.
 */
export const faultOfOrder = (error: unknown, order: Order, fields: readonly string[]): unknown => {
  if (!(error instanceof TypeError)) return error;
  const path = fields.find((field) => isOdd(order, field.split(".")));
  if (path === undefined) return error;
  return new OddOrder(`${order.id}: ${path} is not what the platform documents`, { cause: error });
};
