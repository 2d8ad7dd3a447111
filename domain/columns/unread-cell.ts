import type { Cell } from "./definition.ts";

const textCell = (text: string): Cell => ({ kind: "text", text });

/** Said by a cell that the platform failed to give: an empty cell or 0 would read as if there was nothing (ADR 107). */
export const unreadCell = textCell("couldn't be read");

/** Said by a figure over several orders of which one could not be read. */
export const incomplete = "incomplete";
export const incompleteCell = textCell(incomplete);

const texts: ReadonlySet<string> = new Set(
  [unreadCell, incompleteCell].map((cell) => (cell?.kind === "text" ? cell.text : "")),
);

/** Whether a cell says so, also one that lay on a disk meanwhile. */
export const isUnreadCell = (cell: Cell | undefined): boolean => cell?.kind === "text" && texts.has(cell.text);
