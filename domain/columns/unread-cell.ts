import type { Cell } from "./definition.ts";

const textCell = (text: string): Cell => ({ kind: "text", text });

/** Said of what the platform failed to give: nothing or 0 would read as if there was none (ADR 107). */
export const unreadText = "couldn't be read";
export const unreadCell = textCell(unreadText);

/** Said by a figure over several orders of which one could not be read. */
export const incomplete = "incomplete";
export const incompleteCell = textCell(incomplete);

const texts: ReadonlySet<string> = new Set([unreadText, incomplete]);

/** Whether a cell says so, also one that lay on a disk meanwhile. */
export const isUnreadCell = (cell: Cell | undefined): boolean => cell?.kind === "text" && texts.has(cell.text);
