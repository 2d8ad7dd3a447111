import type { KeyboardEvent, MouseEvent } from "react";

/**
 * For what is done at a press: the second click of a double click, and the repeats of a key that is held, do nothing. Whoever double-clicks
 * out of habit wants one report, and a fast server would have answered the first click before the second.
 */
export const oncePressed = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  },
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  },
};
