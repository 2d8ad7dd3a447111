import Box from "@mui/material/Box";
import Portal from "@mui/material/Portal";
import type { RefObject } from "react";

type DraggedHeaderProps = { hanging: RefObject<HTMLElement | null>; title: string | null };

/** The label that follows the pointer during a drag. Always mounted, as it is moved before it is rendered. */
export const DraggedHeader = ({ hanging, title }: DraggedHeaderProps) => (
  <Portal>
    <Box
      ref={hanging}
      aria-hidden="true"
      sx={{
        position: "fixed",
        top: 0,
        left: 0,
        zIndex: "tooltip",
        visibility: title === null ? "hidden" : "visible",
        willChange: "transform",
        transitionProperty: "none",
        pointerEvents: "none",
        maxWidth: 240,
        px: 1.5,
        py: 1,
        borderRadius: 1,
        border: 1,
        borderColor: "primary.main",
        bgcolor: "surface.raised",
        boxShadow: 4,
        typography: "body2",
        fontWeight: 600,
        whiteSpace: "nowrap",
        overflow: "hidden",
        textOverflow: "ellipsis",
      }}
    >
      {title}
    </Box>
  </Portal>
);
