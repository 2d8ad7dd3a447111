import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      display: "grid",
      gridTemplateColumns: "max-content minmax(0, 1fr)",
      columnGap: 1.5,
      rowGap: 0.75,
      m: 0,
    }}
  >
    {children}
  </Box>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Typography component="dt" variant="body2" color="textSecondary">
      {name}
    </Typography>
    <Typography
      component="dd"
      variant="body2"
      sx={{ m: 0, overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums" }}
    >
      {children}
    </Typography>
  </>
);

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
    {children}
  </Box>
);
