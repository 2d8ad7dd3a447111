import { useLayoutEffect, useRef } from "react";

/** Where a page begins after its menu: the focus goes there when what had it is gone. */
export const focusPage = (): void => {
  const content = document.getElementById("main-content");
  content?.setAttribute("tabindex", "-1");
  content?.focus({ preventScroll: true });
};

/** For what may vanish while it has the focus, as the button of an act that can be done no more. */
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
