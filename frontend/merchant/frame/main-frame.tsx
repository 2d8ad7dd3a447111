import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { findPage } from "../../shared/navigation/pages.ts";
import { pageTop, widths } from "../../shared/theme/tokens.ts";
import { BarSlotsContext, noSlots } from "../bottom-bar/bar-slots.ts";
import { BottomBar } from "../bottom-bar/bottom-bar.tsx";
import { watchFields } from "../docked-panel/keep-content-in-place.ts";
import { LoadingPage } from "../loading/loading-page.tsx";
import { ExportsProvider } from "../report-exports/exports-provider.tsx";
import { ExportsStrip } from "../report-exports/exports-strip.tsx";
import { useSession } from "../services.tsx";
import { useShortcutsDialog } from "../shortcuts/use-shortcuts-dialog.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { HelpSidebar } from "./help-sidebar.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TroubleNotice } from "./trouble-notice.tsx";
import { UnsavedNotice } from "./unsaved-notice.tsx";
import { useHelp } from "./use-help.ts";
import { ZoneNotice } from "./zone-notice.tsx";

type MainFrameProps = { helpAt: (pathname: string) => ComponentType | undefined; children?: ReactNode };

/** The frame of the main layout. Without a login it only shows the 404 page, so it has no panels. */
export const MainFrame = ({ helpAt, children }: MainFrameProps) => {
  const session = useSession();
  const known = useHelp(helpAt);
  const help = session === null ? null : known;
  const { pathname } = useLocation();
  const needsStrip = findPage(pathname)?.keepsCornerFree !== true;
  const width = widths.wide;
  const [places, setPlaces] = useState(noSlots);
  useEffect(watchFields, []);
  const shortcutList = useShortcutsDialog();
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("lg"));
  const page = (
    <Box sx={{ minHeight: "100dvh", display: "flex", flexDirection: "column" }}>
      <SkipLink />
      <Header help={help} onPlaces={isNarrow ? null : setPlaces} />
      <Box sx={{ flex: 1, display: "flex", flexDirection: "column", pr: { lg: "var(--beside-width, 0px)" } }}>
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            flex: 1,
            width: { xs: "100%", lg: "auto" },
            maxWidth: width + 48,
            mx: { xs: "auto", lg: 0 },
            // A panel takes room from the right, so the page doesn't move.
            ml: { lg: `max(0px, (100% + var(--beside-width, 0px) - ${width + 48}px) / 2)` },
            px: { xs: 2, sm: 3 },
            pt: { xs: 3, sm: `${pageTop}px` },
            pb: { xs: 3, sm: 4 },
            outline: 0,
          }}
        >
          <TroubleNotice />
          <ZoneNotice />
          {session !== null && <UnsavedNotice key={session.account.id} />}
          <Suspense fallback={<LoadingPage />}>{children}</Suspense>
        </Box>
        {session !== null && isNarrow && <BottomBar width={width} onPlaces={setPlaces} />}
        {session !== null && !isNarrow && needsStrip && <ExportsStrip />}
        <Footer />
        {session !== null && shortcutList.dialog}
        {help?.open && <HelpSidebar View={help.View} onShortcuts={shortcutList.open} onClose={help.close} />}
      </Box>
    </Box>
  );
  if (session === null) return page;
  return (
    <BarSlotsContext value={places}>
      <ExportsProvider key={session.account.id}>{page}</ExportsProvider>
    </BarSlotsContext>
  );
};
