import { highlightAttribute } from "./merge-rows.ts";

/** Duration of a highlight, ms. */
const markedFor = 6_000;

export const clearHighlights = (root: ParentNode): void => {
  for (const marked of root.querySelectorAll(`[${highlightAttribute}]`)) marked.removeAttribute(highlightAttribute);
};

/** Returns the function that cancels. */
export const clearHighlightsLater = (root: ParentNode): (() => void) => {
  const timer = setTimeout(() => clearHighlights(root), markedFor);
  return () => clearTimeout(timer);
};
