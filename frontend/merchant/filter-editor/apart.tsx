import Box from "@mui/material/Box";
import type { ReactNode, SyntheticEvent } from "react";

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Keeps events within a part, and within the menus it opens, from the list of suggestions around it. */
export const apart = { onClick: stop, onKeyDown: stop, onMouseDown: stop } as const;

export const Apart = ({ children }: { children: ReactNode }) => (
  <Box {...apart} role="presentation" sx={{ display: "inline-flex", maxWidth: "100%", "&:last-child": { ml: "auto" } }}>
    {children}
  </Box>
);
