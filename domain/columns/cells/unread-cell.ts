import type { Cell } from "../definition.ts";

/** Text of a cell that the platform failed to return. An empty cell or 0 would look like a value (ADR 107). */
export const unreadText = "couldn't be read";

/** Text of a figure over several orders, one of which is unread. */
export const incomplete = "incomplete";

/**
 * Keep these objects in copies: {@link isUnreadCell} compares identity, because an order's own text may read the same.
 */
export const unreadCell: Cell = { kind: "text", text: unreadText };
export const incompleteCell: Cell = { kind: "text", text: incomplete };

/** True if a cell was unread, or is a figure that lacks an order. */
export const isUnreadCell = (cell: Cell | undefined): boolean => cell === unreadCell || cell === incompleteCell;
