import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { Suspense } from "react";
import { Outlet, Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Brand } from "../../shared/ui/brand.tsx";
import { FlashAlert } from "./flash-alert.tsx";
import { LoadingPage } from "./loading-page.tsx";
import { SkipLink } from "./skip-link.tsx";

/** Frame of the account screens: the name, the theme, one calm column. */
export const GuestFrame = () => (
  <Box sx={{ minHeight: "100vh", display: "flex", flexDirection: "column" }}>
    <SkipLink />
    <Box
      component="header"
      sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", px: { xs: 2, sm: 3 }, py: 1.5 }}
    >
      <Link component={RouterLink} to={paths.home} color="inherit" underline="none" aria-label="Sheaf, to the start">
        <Brand />
      </Link>
      <ThemeSwitch />
    </Box>
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      sx={{ flex: 1, width: "100%", maxWidth: 560, mx: "auto", px: 2, pt: { xs: 2, sm: 6 }, pb: 6, outline: "none" }}
    >
      <FlashAlert />
      <Suspense fallback={<LoadingPage />}>
        <Outlet />
      </Suspense>
    </Box>
  </Box>
);
