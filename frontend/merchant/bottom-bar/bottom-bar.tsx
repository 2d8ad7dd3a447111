import Box from "@mui/material/Box";
import type { Dispatch, SetStateAction } from "react";
import type { BarSlots } from "./bar-slots.ts";
import { useSlot } from "./use-slot.ts";

type BottomBarProps = {
  /** Width of the page above the bar, px. */
  width: number;
  onPlaces: Dispatch<SetStateAction<BarSlots>>;
};

/**
 * The bar at the foot of a narrow page, or at 200 % zoom: the next action and the saving state, always visible. It is
 * in the page's flow, so anything below can be scrolled into view.
 */
export const BottomBar = ({ width, onPlaces }: BottomBarProps) => (
  <Box
    component="section"
    aria-label="Actions"
    data-bottom-bar
    sx={{
      position: "sticky",
      bottom: 0,
      zIndex: "fab",
      borderTop: 1,
      borderColor: "divider",
      bgcolor: "background.paper",
      pb: "env(safe-area-inset-bottom)",
      "@media print": { display: "none" },
    }}
  >
    <Box ref={useSlot("above", onPlaces)} data-bar-above />
    <Box
      sx={{
        display: "flex",
        alignItems: "center",
        gap: { xs: 1, sm: 1.5 },
        minHeight: 60,
        maxWidth: width + 48,
        mx: "auto",
        px: { xs: 2, sm: 3 },
      }}
    >
      <Box
        ref={useSlot("content", onPlaces)}
        data-bar-content
        sx={{ flex: 1, minWidth: 0, display: "flex", alignItems: "center", columnGap: 1.5 }}
      />
      <Box ref={useSlot("end", onPlaces)} sx={{ flex: "none" }} />
    </Box>
  </Box>
);
