import Box from "@mui/material/Box";
import type { ReactNode } from "react";

export const Rows = ({ labelledBy, children }: { labelledBy: string; children: ReactNode }) => (
  <Box component="ul" aria-labelledby={labelledBy} sx={{ listStyle: "none", m: 0, p: 0 }}>
    {children}
  </Box>
);
