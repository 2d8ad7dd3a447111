import type { KeyboardEvent, MouseEvent } from "react";

/**
 * Ignores the second click of a double click, and key repeats. Users who double-click out of habit want one report, and a fast server may answer the
 * first click before the second.
 */
export const ignoreDoubleClick = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  },
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  },
};
