type ScrollWindow = {
  matchMedia: (query: string) => { matches: boolean };
  scrollTo: (options: { top: number; behavior: "auto" | "smooth" }) => void;
  document: {
    getElementById: (id: string) => { scrollIntoView: (options: { behavior: "auto" | "smooth" }) => void } | null;
  };
};

/** The id in an address's hash; empty without one. */
export const parseAnchor = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A typed address with a stray percent sign; no anchor matches it.
    return hash.slice(1);
  }
};

/**
 * Scrolls smoothly to the element of the hash, by default to the top (S-1.2.2); instantly if the user prefers no
 * motion. `hash` is empty or begins with `#`.
 */
export const scrollAfterNavigation = (hash: string, view: ScrollWindow): void => {
  const behavior = view.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  const anchor = hash === "" ? null : view.document.getElementById(parseAnchor(hash));
  if (anchor !== null) anchor.scrollIntoView({ behavior });
  else view.scrollTo({ top: 0, behavior });
};

/** Navigation state that leaves the focus in the field that caused it. */
export const keepsFocus = { keepsFocus: true } as const;
export const isKeepingFocus = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "keepsFocus" in state;
