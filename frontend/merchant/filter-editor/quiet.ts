/** Marks what a field shows once somebody is at it. */
export const quietPart = { "data-quiet": "" } as const;

/**
 * Styles of a field whose quiet part keeps its place and shows under the pointer, with the focus within, and while its menu is open. It is there for
 * the keyboard and for a screen reader all the time. A finger has no pointer that rests: it reaches the field first, and nothing unseen.
 */
export const quietField = {
  "& [data-quiet]": { opacity: 0 },
  "&:hover [data-quiet], &:focus-within [data-quiet], & [data-quiet]:has([aria-expanded=true])": { opacity: 1 },
  "@media (hover: none)": { "&:not(:focus-within) [data-quiet]": { pointerEvents: "none" } },
} as const;
