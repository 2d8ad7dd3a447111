import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { CoreAdminContext, CoreAdminUI, CustomRoutes } from "ra-core";
import { type ReactNode, Suspense } from "react";
import { Route } from "react-router-dom";
import type { Page } from "../shared/navigation/pages.ts";
import { theme } from "../shared/theme/theme.ts";
import { themeStorageKey } from "../shared/theme/tokens.ts";
import { Toasts } from "../shared/ui/toasts.tsx";
import { ErrorPage } from "./frame/error-page.tsx";
import { GuestFrame } from "./frame/guest-frame.tsx";
import { NotFoundPage } from "./frame/not-found-page.tsx";
import { createLazyPart } from "./loading/create-lazy-part.tsx";
import { LoadingPage } from "./loading/loading-page.tsx";
import { PageProgress } from "./loading/page-progress.tsx";
import { NavigationGuard } from "./navigation-guard.tsx";
import { createRoutes, helpAt, MainFrame } from "./routes.tsx";
import { type Services, ServicesProvider, useSession } from "./services.tsx";

const pagesOf = (frame: Page["frame"]) =>
  createRoutes(frame).map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

/** The frame must not import screens, so each page's help is passed in. */
const MainLayout = ({ children }: { children?: ReactNode }) => (
  <Suspense fallback={<LoadingPage />}>
    <MainFrame helpAt={helpAt}>{children}</MainFrame>
  </Suspense>
);

const SupportBanner = createLazyPart(() => import("./frame/support-banner.tsx"));

/** Shown above every page during an impersonation session. */
const Banner = () => {
  const support = useSession()?.support;
  return support ? (
    <Suspense fallback={null}>
      <SupportBanner />
    </Suspense>
  ) : null;
};

/** The merchant's app: the route table as react-admin custom routes, matched case-insensitively. */
export const App = ({ services }: { services: Services }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeStorageKey} disableTransitionOnChange>
    <CssBaseline enableColorScheme />
    <PageProgress />
    <ServicesProvider value={services}>
      <CoreAdminContext queryClient={services.queryClient}>
        <NavigationGuard>
          <Banner />
          <CoreAdminUI
            title="Sheaf"
            layout={MainLayout}
            catchAll={NotFoundPage}
            loading={LoadingPage}
            error={ErrorPage}
            disableTelemetry
          >
            <CustomRoutes noLayout>
              <Route element={<GuestFrame />}>{pagesOf("account")}</Route>
              <Route element={<GuestFrame wide />}>{pagesOf("open")}</Route>
            </CustomRoutes>
            <CustomRoutes>{pagesOf("main")}</CustomRoutes>
          </CoreAdminUI>
        </NavigationGuard>
        <Toasts />
      </CoreAdminContext>
    </ServicesProvider>
  </ThemeProvider>
);
