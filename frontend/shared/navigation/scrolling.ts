type ScrollWindow = {
  matchMedia: (query: string) => { matches: boolean };
  scrollTo: (options: { top: number; behavior: "auto" | "smooth" }) => void;
  document: {
    getElementById: (id: string) => { scrollIntoView: (options: { behavior: "auto" | "smooth" }) => void } | null;
  };
};

/** The id that an address's hash names; empty without one. */
export const anchorOf = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A stray percent sign in a typed address; then there is no such anchor.
    return hash.slice(1);
  }
};

/**
 * Scrolls smoothly to the element that the hash names, or to the top when there is none (S-1.2.2); at once for
 * who wants no motion. `hash` is empty or begins with `#`.
 */
export const scrollAfterNavigation = (hash: string, view: ScrollWindow): void => {
  const behavior = view.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  const anchor = hash === "" ? null : view.document.getElementById(anchorOf(hash));
  if (anchor !== null) anchor.scrollIntoView({ behavior });
  else view.scrollTo({ top: 0, behavior });
};

/** State of a navigation within a page after which the focus stays where it was: in the field that led there. */
export const keepsFocus = { keepsFocus: true } as const;
export const isKeepingFocus = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "keepsFocus" in state;
