import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import { keyframes } from "@mui/material/styles";

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Stands in while a page's code is on its way; not seen when that is quick. */
export const LoadingPage = () => (
  <Box sx={{ display: "grid", placeItems: "center", minHeight: 240, animation: `${appear} 150ms 200ms both` }}>
    <CircularProgress size={28} aria-label="Loading" />
  </Box>
);
