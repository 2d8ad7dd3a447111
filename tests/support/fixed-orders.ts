import type { JsonObject } from "#infra/ports/json.ts";
import { readOrders } from "../columns/read-orders.ts";

/** The 30 fixed orders of tests/columns as the platform sends them, newest first. */
export const fixedOrders = (): JsonObject[] =>
  readOrders()
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .map((order) => JSON.parse(JSON.stringify(order)) as JsonObject);
