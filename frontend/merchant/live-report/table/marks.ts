import { markName } from "./merge-rows.ts";

/** Highlight duration of new and changed rows, ms. */
const markedFor = 6_000;

export const clearMarks = (root: ParentNode): void => {
  for (const marked of root.querySelectorAll(`[${markName}]`)) marked.removeAttribute(markName);
};

/** Clears highlights after a while; returns the function that cancels. */
export const clearMarksLater = (root: ParentNode): (() => void) => {
  const timer = setTimeout(() => clearMarks(root), markedFor);
  return () => clearTimeout(timer);
};
