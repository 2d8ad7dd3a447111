/** Maximum orders checked against a filter: the newest found (ADR 51). */
export const maxCheckedOrders = 2_000;

/** A filter that matches at most this many orders gets a breakdown by condition. */
export const maxOrdersForBreakdown = 10;
