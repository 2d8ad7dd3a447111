import Box from "@mui/material/Box";
import type { ReactNode } from "react";

export const TwoColumns = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: "grid",
      gap: 2,
      "&& > *": { maxWidth: "none" },
      gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
    }}
  >
    {children}
  </Box>
);
