import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** `labeled`: its label stands above it, so the sample begins beside what is beneath the label, as high as a field is. */
type SettingProps = { labeled?: boolean; children: ReactNode; sample: ReactNode };

/** Height of a field's label, and by how much a field is higher than a line of a sample with its frame; px. */
const labelHeight = 25;
/** From the top of a sample to its first line, less that of a tick's label; px. */
const sampleTop = 7;

/** A setting, and beside it, on a telephone beneath it, what it does: the text of both begins level. */
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
    <Box sx={{ minWidth: 0, pt: { sm: labeled ? 0 : `${sampleTop}px` } }}>{children}</Box>
    <Box sx={{ minWidth: 0, pt: { sm: labeled ? `${labelHeight}px` : 0 } }}>{sample}</Box>
  </Box>
);
