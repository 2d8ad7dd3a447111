import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { parseAnchor, scrollAfterNavigation } from "../shared/navigation/scrolling.ts";

/**
 * Goes to the addressed section, also when the page opens (its code arrives after the navigation) or the same link is
 * followed again. Reading and Tab continue there.
 */
export const useAnchor = (): void => {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own, also one to the same anchor
  useEffect(() => {
    const section = hash === "" ? null : document.getElementById(parseAnchor(hash));
    if (section === null) return;
    section.focus({ preventScroll: true });
    scrollAfterNavigation(hash, window);
  }, [hash, key]);
};
