import Box from "@mui/material/Box";
import type { ReactNode, SyntheticEvent } from "react";

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Keeps events within it, and within the menus it opens, from the list of suggestions around it. */
export const Apart = ({ children }: { children: ReactNode }) => (
  <Box
    role="presentation"
    onClick={stop}
    onKeyDown={stop}
    onMouseDown={stop}
    sx={{ display: "inline-flex", maxWidth: "100%", "&:last-child": { ml: "auto" } }}
  >
    {children}
  </Box>
);
