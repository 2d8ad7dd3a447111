import { highlightAttribute } from "./merge-rows.ts";

/** Highlight duration of new and changed rows, ms. */
const markedFor = 6_000;

export const clearHighlights = (root: ParentNode): void => {
  for (const marked of root.querySelectorAll(`[${highlightAttribute}]`)) marked.removeAttribute(highlightAttribute);
};

/** Clears highlights after a while; returns the function that cancels. */
export const clearHighlightsLater = (root: ParentNode): (() => void) => {
  const timer = setTimeout(() => clearHighlights(root), markedFor);
  return () => clearTimeout(timer);
};
