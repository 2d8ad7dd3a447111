import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import { keyframes } from "@mui/material/styles";

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** Placeholder while a page's code loads; delayed, so fast loads don't show it. */
export const LoadingPage = () => (
  <Box
    role="status"
    aria-busy="true"
    sx={{ display: "grid", placeItems: "center", minHeight: 240, animation: `${appear} 150ms 200ms both` }}
  >
    <CircularProgress size={28} aria-label="Loading" />
  </Box>
);
