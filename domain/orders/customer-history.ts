import type { Order } from "./order.ts";

/** Orders of the customer before this one, and their first ever; instants are ISO UTC. */
export type CustomerHistory = {
  /** Oldest order that counts; a later one if this one does not. */
  firstOrderAt: string | null;
  previousOrderAt: string | null;
  previousOrders: number;
};

/**
 * History of an order's customer; null without a customer, or if the customer's orders are unknown. Skips cancelled and
 * test orders, and the order itself. Compares instants as text, for speed: some customers have thousands of orders, and
 * each one scans all others.
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
