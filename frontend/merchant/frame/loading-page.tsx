import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";

/** Stands in while a page's code is on its way. */
export const LoadingPage = () => (
  <Box sx={{ display: "grid", placeItems: "center", minHeight: 240 }}>
    <CircularProgress aria-label="Loading" />
  </Box>
);
