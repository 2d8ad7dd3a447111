import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { CoreAdminContext, CoreAdminUI, CustomRoutes } from "ra-core";
import { Route } from "react-router-dom";
import { theme, themeStorageKey } from "../shared/theme/theme.ts";
import { Toasts } from "../shared/ui/toasts.tsx";
import { ErrorPage } from "./frame/error-page.tsx";
import { GuestFrame } from "./frame/guest-frame.tsx";
import { LoadingPage } from "./frame/loading-page.tsx";
import { MainFrame } from "./frame/main-frame.tsx";
import { NotFoundPage } from "./frame/not-found-page.tsx";
import { PageProgress } from "./frame/page-progress.tsx";
import { NavigationGuard } from "./navigation-guard.tsx";
import { type PageRoute, routes } from "./routes.tsx";
import { type Services, ServicesProvider } from "./services.tsx";

const pagesOf = (frame: PageRoute["frame"]) =>
  routes
    .filter((route) => route.frame === frame)
    .map(({ path, Page }) => <Route key={path} path={path} element={<Page />} />);

/** The merchant's app: the routes table as custom routes of react-admin's core, matched without regard to case. */
export const App = ({ services }: { services: Services }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeStorageKey} disableTransitionOnChange>
    <CssBaseline enableColorScheme />
    <PageProgress />
    <ServicesProvider value={services}>
      <CoreAdminContext queryClient={services.queryClient}>
        <NavigationGuard>
          <CoreAdminUI
            title="Sheaf"
            layout={MainFrame}
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
