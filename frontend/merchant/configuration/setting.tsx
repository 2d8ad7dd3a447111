import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** `labeled`: its label stands above it, so the sample begins beside what is beneath the label. */
type SettingProps = { labeled?: boolean; children: ReactNode; sample: ReactNode };

/** A setting, and beside it, on a telephone beneath it, what it does. */
export const Setting = ({ labeled = false, children, sample }: SettingProps) => (
  <Box
    sx={{
      display: "grid",
      gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 1fr) minmax(0, 288px)" },
      columnGap: 3,
      rowGap: 1.5,
      alignItems: "start",
    }}
  >
    <Box sx={{ minWidth: 0 }}>{children}</Box>
    <Box sx={{ minWidth: 0, mt: { sm: labeled ? 3 : 0 } }}>{sample}</Box>
  </Box>
);
