import Box from "@mui/material/Box";
import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { findPage } from "../../shared/navigation/pages.ts";
import { pageTop, widths } from "../../shared/theme/tokens.ts";
import { LoadingPage } from "../loading/loading-page.tsx";
import { FlashAlert } from "./flash-alert.tsx";
import { GuestHeader } from "./guest-header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TroubleNotice } from "./trouble-notice.tsx";

/** The frame of public pages. Account screens are one column with room for a message; documents have a page's width. */
export const GuestFrame = ({ wide = false }: { wide?: boolean }) => {
  const isWidest = findPage(useLocation().pathname)?.wide === true;
  const width = isWidest ? widths.wide : wide ? widths.page : widths.narrow;
  return (
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
          maxWidth: width + 48,
          mx: "auto",
          px: { xs: 2, sm: 3 },
          pt: { xs: 2, sm: wide ? `${pageTop}px` : 6 },
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
};
