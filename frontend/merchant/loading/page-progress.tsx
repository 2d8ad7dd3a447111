import LinearProgress from "@mui/material/LinearProgress";
import { keyframes } from "@mui/material/styles";
import { usePageLoading } from "./page-loading.ts";

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** A thin bar at the top of the window while the next page's code loads; delayed, so fast loads don't show it. */
export const PageProgress = () =>
  usePageLoading() ? (
    <LinearProgress
      aria-label="Loading the page"
      sx={{
        position: "fixed",
        top: 0,
        left: 0,
        right: 0,
        zIndex: 2000,
        height: 3,
        borderRadius: 0,
        animation: `${appear} 150ms 150ms both`,
      }}
    />
  ) : null;
