import Box from "@mui/material/Box";
import type { ReactNode } from "react";

type SettingProps = {
  /** The label is above the field, so the sample starts beside the field. */
  labeled?: boolean;
  children: ReactNode;
  sample: ReactNode;
};

/** Height of a field's label, px. */
const labelHeight = 25;
/** Offset that aligns a sample's first line with a checkbox label, px. */
const sampleTop = 7;

/** A setting with its sample beside it, or below it on a phone. Both texts start at the same height. */
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
