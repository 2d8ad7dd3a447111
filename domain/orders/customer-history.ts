import type { Order } from "./order.ts";

/** The customer's orders before this one, and their first ever; ISO UTC. */
export type CustomerHistory = {
  /** May be later than this order if this one doesn't count. */
  firstOrderAt: string | null;
  previousOrderAt: string | null;
  previousOrders: number;
};

/**
 * Returns null if unknown or without a customer. Skips canceled and test orders, and the order itself. Compares
 * instants as text, for speed: some customers have thousands of orders, and each one scans all others.
 */
export const customerHistory = ({ id, createdAt, customer }: Order): CustomerHistory | null => {
  if (!customer?.orders || createdAt === undefined) return null;
  const history: CustomerHistory = { firstOrderAt: null, previousOrderAt: null, previousOrders: 0 };
  for (const order of customer.orders) {
    const at = order.createdAt;
    if (at === undefined || order.cancelledAt || order.test) continue;
    if (history.firstOrderAt === null || at < history.firstOrderAt) history.firstOrderAt = at;
    if (order.id === id || at >= createdAt) continue;
    history.previousOrders += 1;
    if (history.previousOrderAt === null || at > history.previousOrderAt) history.previousOrderAt = at;
  }
  return history;
};
