import { markName } from "./merge-rows.ts";

/** How long new and changed rows are marked, in milliseconds. */
const markedFor = 6_000;

export const clearMarks = (root: ParentNode): void => {
  for (const marked of root.querySelectorAll(`[${markName}]`)) marked.removeAttribute(markName);
};

/** Lets marks go after a moment; answers how to call that off. */
export const clearMarksLater = (root: ParentNode): (() => void) => {
  const timer = setTimeout(() => clearMarks(root), markedFor);
  return () => clearTimeout(timer);
};
