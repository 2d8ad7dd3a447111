import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { CoreAdminContext, CoreAdminUI, CustomRoutes } from "ra-core";
import { lazy } from "react";
import { Route } from "react-router-dom";
import { paths } from "../shared/navigation/paths.ts";
import { theme, themeStorageKey } from "../shared/theme/theme.ts";
import { Toasts } from "../shared/ui/toasts.tsx";
import { ErrorPage } from "./frame/error-page.tsx";
import { GuestFrame } from "./frame/guest-frame.tsx";
import { LoadingPage } from "./frame/loading-page.tsx";
import { MainFrame } from "./frame/main-frame.tsx";
import { NotFoundPage } from "./frame/not-found-page.tsx";
import { NavigationGuard } from "./navigation-guard.tsx";
import { type Services, ServicesProvider } from "./services.tsx";

const LoginPage = lazy(() => import("./account/login-page.tsx"));
const InstallPage = lazy(() => import("./account/install-page.tsx"));
const LoginCallbackPage = lazy(() => import("./account/login-callback-page.tsx"));
const AcceptChargePage = lazy(() => import("./account/accept-charge-page.tsx"));
const SelectTierPage = lazy(() => import("./account/select-tier-page.tsx"));
const AcceptTermsPage = lazy(() => import("./account/accept-terms-page.tsx"));
const OfflinePage = lazy(() => import("./account/offline-page.tsx"));
const ReportsPage = lazy(() => import("./reports/reports-page.tsx"));

/** The merchant's app: custom routes of react-admin's core, matched without regard to case. */
export const App = ({ services }: { services: Services }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeStorageKey}>
    <CssBaseline enableColorScheme />
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
              <Route element={<GuestFrame />}>
                <Route path={paths.login} element={<LoginPage />} />
                <Route path={paths.install} element={<InstallPage />} />
                <Route path={paths.loginCallback} element={<LoginCallbackPage />} />
                <Route path={paths.acceptCharge} element={<AcceptChargePage />} />
                <Route path={paths.selectTier} element={<SelectTierPage />} />
                <Route path={paths.acceptTerms} element={<AcceptTermsPage />} />
                <Route path={paths.offline} element={<OfflinePage />} />
              </Route>
            </CustomRoutes>
            <CustomRoutes>
              <Route path={paths.reports} element={<ReportsPage />} />
            </CustomRoutes>
          </CoreAdminUI>
        </NavigationGuard>
        <Toasts />
      </CoreAdminContext>
    </ServicesProvider>
  </ThemeProvider>
);
