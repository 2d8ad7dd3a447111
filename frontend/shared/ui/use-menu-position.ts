import type { PopoverProps } from "@mui/material/Popover";
import { type SyntheticEvent, useState } from "react";

/** Distance of a menu from the window's top and foot, px. */
const margin = 16;

/** Least useful height of a menu, px. */
const enough = 240;

type MenuPosition = { isAbove: boolean; room: number };

const positionOf = (opener: Element): MenuPosition => {
  const { top, bottom } = opener.getBoundingClientRect();
  const [above, below] = [top - margin, window.innerHeight - bottom - margin];
  const isAbove = below < enough && above > below;
  return { isAbove, room: Math.max(isAbove ? above : below, enough / 2) };
};

/**
 * Places a menu below its opener, or above if there is more room, and never over it. The menu fills the room and
 * scrolls. `horizontal`: the edge that both align at.
 */
export const useMenuPosition = (horizontal: "left" | "center" = "left") => {
  const [{ isAbove, room }, setPlace] = useState<MenuPosition>({ isAbove: false, room: 460 });
  const props = {
    anchorOrigin: { vertical: isAbove ? "top" : "bottom", horizontal },
    transformOrigin: { vertical: isAbove ? "bottom" : "top", horizontal },
    slotProps: { paper: { sx: { maxHeight: Math.min(room, 460), ...(isAbove && { mt: -0.5 }) } } },
  } satisfies Partial<PopoverProps>;
  /** Props for a select's slot `select`. */
  const select = { onOpen: (event: SyntheticEvent) => setPlace(positionOf(event.currentTarget)), MenuProps: props };
  return { props, select, measure: (opener: Element) => setPlace(positionOf(opener)) };
};
