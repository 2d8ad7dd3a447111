import { useLayoutEffect, useRef } from "react";

export const focusPage = (): void => {
  const content = document.getElementById("main-content");
  content?.setAttribute("tabindex", "-1");
  content?.focus({ preventScroll: true });
};

/** Moves the focus to the page's content when a focused element vanishes, such as the button of a finished action. */
export const useFocusKept = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element !== null && document.activeElement === element) focusPage();
    };
  }, []);
  return ref;
};
