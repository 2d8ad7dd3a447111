import Box from "@mui/material/Box";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { pageAt } from "../../shared/navigation/pages.ts";
import { widths } from "../../shared/theme/tokens.ts";
import { LoadingPage } from "../loading/loading-page.tsx";
import { ExportsProvider } from "../report-exports/exports-provider.tsx";
import { useSession } from "../services.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { HelpSidebar } from "./help-sidebar.tsx";
import { SkipLink } from "./skip-link.tsx";
import { UnsavedNotice } from "./unsaved-notice.tsx";
import { useHelp } from "./use-help.ts";
import { ZoneNotice } from "./zone-notice.tsx";

type MainFrameProps = { helpAt: (pathname: string) => ComponentType | undefined; children?: ReactNode };

/** Frame of the main layout. Without a log-in it only ever shows the 404 page, so it has no panels then. */
export const MainFrame = ({ helpAt, children }: MainFrameProps) => {
  const session = useSession();
  const known = useHelp(helpAt);
  const help = session === null ? null : known;
  const { pathname } = useLocation();
  const width = pageAt(pathname)?.wide ? widths.wide : widths.page;
  const page = (
    <Box sx={{ minHeight: "100dvh", display: "flex", flexDirection: "column" }}>
      <SkipLink />
      <Header help={help} width={width} />
      <Box sx={{ flex: 1, display: "flex", alignItems: "flex-start" }}>
        <Box sx={{ flex: 1, minWidth: 0, alignSelf: "stretch", display: "flex", flexDirection: "column" }}>
          <Box
            component="main"
            id="main"
            tabIndex={-1}
            sx={{
              flex: 1,
              width: { xs: "100%", lg: "auto" },
              maxWidth: width + 48,
              mx: { xs: "auto", lg: 0 },
              // Help beside the page takes its room from the right: the page stays where it is, under the header's logo.
              ml: { lg: `max(0px, (100% + var(--help-width, 0px) - ${width + 48}px) / 2)` },
              px: { xs: 2, sm: 3 },
              py: { xs: 3, sm: 4 },
              outline: 0,
            }}
          >
            <ZoneNotice />
            {session !== null && <UnsavedNotice key={session.account.id} />}
            <Suspense fallback={<LoadingPage />}>{children}</Suspense>
          </Box>
          <Footer />
        </Box>
        {help?.open && <HelpSidebar View={help.View} onClose={help.close} />}
      </Box>
    </Box>
  );
  return session === null ? page : <ExportsProvider key={session.account.id}>{page}</ExportsProvider>;
};
