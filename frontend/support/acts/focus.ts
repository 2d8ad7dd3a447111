import { useLayoutEffect, useRef } from "react";

/** Focuses the page's content after its menu, when the focused element is gone. */
export const focusPage = (): void => {
  const content = document.getElementById("main-content");
  content?.setAttribute("tabindex", "-1");
  content?.focus({ preventScroll: true });
};

/** For an element that may vanish while focused, such as the button of an action that is no longer possible. */
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
