import type { Order } from "#domain/orders/order.ts";

/** Thrown when a report cannot be made of an order because the platform sent another kind of thing than it documents. */
export class OddOrder extends Error {
  override name = "OddOrder";
}

/** Whether something else stands at a path than it leads through and to: objects and lists of them on the way, no object at its end. */
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
 * What is told of a fault that was met while an order was read: the platform's where the order is not of the kind that was asked for by `fields`, and
 * that no other try would mend; else the fault as it is. Nothing is looked at before there is one.
 */
export const faultOfOrder = (error: unknown, order: Order, fields: readonly string[]): unknown => {
  if (!(error instanceof TypeError)) return error;
  const path = fields.find((field) => isOdd(order, field.split(".")));
  if (path === undefined) return error;
  return new OddOrder(`${order.id}: ${path} is not what the platform documents`, { cause: error });
};
