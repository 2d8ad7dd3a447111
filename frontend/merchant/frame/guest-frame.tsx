import Box from "@mui/material/Box";
import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { widths } from "../../shared/theme/tokens.ts";
import { LoadingPage } from "../loading/loading-page.tsx";
import { FlashAlert } from "./flash-alert.tsx";
import { GuestHeader } from "./guest-header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TroubleNotice } from "./trouble-notice.tsx";

/**
 * Frame of what anybody may see. The account screens are one calm column with room for their message; documents have the
 * width of a page.
 */
export const GuestFrame = ({ wide = false }: { wide?: boolean }) => (
  <Box sx={{ minHeight: "100dvh", display: "flex", flexDirection: "column" }}>
    <SkipLink />
    <GuestHeader />
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      sx={{
        flex: 1,
        width: "100%",
        maxWidth: (wide ? widths.page : widths.narrow) + 48,
        mx: "auto",
        px: { xs: 2, sm: 3 },
        pt: wide ? { xs: 2, sm: 4 } : { xs: 2, sm: 6 },
        pb: 8,
        outline: "none",
      }}
    >
      <TroubleNotice />
      {!wide && <FlashAlert />}
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
    </Box>
  </Box>
);
