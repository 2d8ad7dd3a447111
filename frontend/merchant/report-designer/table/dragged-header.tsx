import { DragOverlay } from "@dnd-kit/core";
import Box from "@mui/material/Box";

/** What hangs on the pointer while a column is dragged. It takes no room and moves by itself. */
export const DraggedHeader = ({ title }: { title: string | null }) => (
  <DragOverlay dropAnimation={null} style={{ width: "auto", height: "auto" }}>
    {title !== null && (
      <Box
        sx={{
          display: "inline-block",
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
          cursor: "grabbing",
        }}
      >
        {title}
      </Box>
    )}
  </DragOverlay>
);
