import Box from "@mui/material/Box";
import type { ReactNode } from "react";

type SettingProps = { children: ReactNode; sample: ReactNode };

/** A setting, and beside it, on a telephone beneath it, what it does. */
export const Setting = ({ children, sample }: SettingProps) => (
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
    {sample}
  </Box>
);
