import type { Cell } from "../definition.ts";

/** Text of a cell that the platform failed to return. An empty cell or 0 would look like a value (ADR 107). */
export const unreadText = "couldn't be read";

/** Text of a figure over several orders if one could not be read. */
export const incomplete = "incomplete";

/**
 * {@link isUnreadCell} compares object identity, because an order's own text may read the same. Code that copies cells
 * must keep these objects.
 */
export const unreadCell: Cell = { kind: "text", text: unreadText };
export const incompleteCell: Cell = { kind: "text", text: incomplete };

/** True if a cell could not be read, or is a figure that lacks an order. */
export const isUnreadCell = (cell: Cell | undefined): boolean => cell === unreadCell || cell === incompleteCell;
