import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** Names with values; on a phone each name is above its value. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "auto minmax(0, 1fr)" },
      columnGap: 2,
      rowGap: { xs: 0, sm: 0.5 },
      m: 0,
      fontSize: "0.8125rem",
      lineHeight: 1.5,
      overflowWrap: "anywhere",
    }}
  >
    {children}
  </Box>
);

export const Fact = ({ name, isError = false, children }: { name: string; isError?: boolean; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: "text.secondary" }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, mb: { xs: 0.5, sm: 0 }, minWidth: 0, ...(isError && { color: "error.main" }) }}>
      {children}
    </Box>
  </>
);
