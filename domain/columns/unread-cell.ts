import type { Cell } from "./definition.ts";

const textCell = (text: string): Cell => ({ kind: "text", text });

/** Text of a cell that the platform failed to give. An empty cell or 0 would look like a value (ADR 107). */
export const unreadText = "couldn't be read";
export const unreadCell = textCell(unreadText);

/** Text of a figure over several orders, one of which could not be read. */
export const incomplete = "incomplete";
export const incompleteCell = textCell(incomplete);

const texts: ReadonlySet<string> = new Set([unreadText, incomplete]);

/** Tells if a text marks a cell that no formula may use. In a column of text the word 'incomplete' is an ordinary value. */
export const isUnreadText = (text: string, valueKind: "text" | "number" | "datetime"): boolean =>
  text === unreadText || (text === incomplete && valueKind !== "text");

/** Tells by its text if a cell is one of these, as a cell that was held on disk is a copy. */
export const isUnreadCell = (cell: Cell | undefined): boolean => cell?.kind === "text" && texts.has(cell.text);
