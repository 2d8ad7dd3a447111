import type { KeyboardEvent, MouseEvent } from "react";

/**
 * Ignores the second click of a double click, and key repeats. A fast server may answer the first click before the
 * second, and users who double-click want one report.
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
