import type { Order } from "./order.ts";

/** What the customer ordered before this order, and when ever first; instants are ISO UTC. */
export type CustomerHistory = {
  /** Of the oldest order that counts: it can be this one, or a later one where this one does not count. */
  firstOrderAt: string | null;
  previousOrderAt: string | null;
  previousOrders: number;
};

/**
 * History of an order's customer; null where the order has none or the customer's orders are not known. Cancelled and test orders do not
 * count, and an order does not precede itself. Instants are compared as text, which is their order in the one form that the platform has:
 * some customers have thousands of orders, and each of them goes through all the others.
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
