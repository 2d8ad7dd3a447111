/** Marks what a field shows once somebody is at it. */
export const quietPart = { "data-quiet": "" } as const;

/**
 * Styles of a field whose quiet part shows with the focus within, and while its menu is open. Until then it takes no room, so that the example begins
 * where a value would, and no pointer meets it; the keyboard and a screen reader find it all the time.
 */
export const quietField = {
  "&:not(:focus-within) [data-quiet]:not(:has([aria-expanded=true]))": {
    position: "absolute",
    opacity: 0,
    pointerEvents: "none",
  },
} as const;
