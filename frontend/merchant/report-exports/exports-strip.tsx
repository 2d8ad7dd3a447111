import Box from "@mui/material/Box";
import { exportsStripHeight } from "../../shared/theme/tokens.ts";

/** The free strip below 'Report exports' on a wide screen. The page scrolls behind it, never under the button. */
export const ExportsStrip = () => (
  <Box
    data-bottom-bar
    sx={{
      position: "sticky",
      bottom: 0,
      // Above sticky parts of pages.
      zIndex: 5,
      flex: "none",
      height: exportsStripHeight,
      boxSizing: "border-box",
      borderTop: 1,
      borderColor: "divider",
      bgcolor: "background.default",
      "@media print": { display: "none" },
    }}
  />
);
