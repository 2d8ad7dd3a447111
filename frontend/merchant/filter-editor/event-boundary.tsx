import Box from "@mui/material/Box";
import type { ReactNode, SyntheticEvent } from "react";

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Keeps events of a part, and of its menus, from the surrounding list of suggestions. */
export const stopEvents = { onClick: stop, onKeyDown: stop, onMouseDown: stop } as const;

export const EventBoundary = ({ children }: { children: ReactNode }) => (
  <Box
    {...stopEvents}
    role="presentation"
    sx={{ display: "inline-flex", maxWidth: "100%", "&:last-child": { ml: "auto" } }}
  >
    {children}
  </Box>
);
