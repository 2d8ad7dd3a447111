/** How many of the newest orders found are checked (ADR 51). */
export const maxCheckedOrders = 2_000;

/** A filter that matches more orders gets no breakdown by condition. */
export const maxOrdersForBreakdown = 10;
