import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { AdminUI, CoreAdminContext, CustomRoutes, localStorageStore, Resource } from "react-admin";
import { Route } from "react-router-dom";
import { themeStorageKey } from "../shared/theme/tokens.ts";
import {
  CanceledIcon,
  DateIcon,
  DownloadIcon,
  HistoryIcon,
  MailIcon,
  OutsideIcon,
  PausedIcon,
  RetryIcon,
  ServerIcon,
  ShopIcon,
  SuspendedIcon,
  TimeIcon,
  WarningIcon,
  WebhookIcon,
} from "../shared/ui/icons.tsx";
import { ActivityPage } from "./activity/activity-page.tsx";
import { ActivityShow } from "./activity/activity-show.tsx";
import { AlertsPage } from "./alerts/alerts-page.tsx";
import { AsOfPage } from "./as-of/as-of-page.tsx";
import { InputsPage } from "./as-of/inputs-page.tsx";
import { dataProvider } from "./calls.ts";
import { ConsoleLayout } from "./layout/console-layout.tsx";
import { listTexts } from "./lists/texts.ts";
import { theme } from "./look/theme.js";
import { AutomationList, AutomationShow } from "./resources/automations.tsx";
import { ActList, ActShow } from "./resources/console-acts.tsx";
import { ExportList, ExportShow } from "./resources/exports.tsx";
import { ImpersonationList, ImpersonationShow } from "./resources/impersonations.tsx";
import { DeadJobList, DeadJobShow } from "./resources/jobs/dead-jobs.tsx";
import { OpenJobList, OpenJobShow } from "./resources/jobs/open-jobs.tsx";
import { ParkedList, ParkedShow } from "./resources/jobs/parked.tsx";
import { MailList, MailShow } from "./resources/mails.tsx";
import { MeasureList, MeasureShow } from "./resources/measures.tsx";
import { RunList, RunShow } from "./resources/runs.tsx";
import { ShopList, ShopShow } from "./resources/shops/shops.tsx";
import { ThrottledShopList, ThrottledShopShow } from "./resources/shops/throttled-shops.tsx";
import { TroubledReportList, TroubledReportShow } from "./resources/troubled-reports.tsx";
import { WebhookList, WebhookShow } from "./resources/webhooks.tsx";
import { SearchPage } from "./search/search-page.tsx";
import { authProvider } from "./session/auth-provider.ts";
import { LoginPage } from "./session/login-page.tsx";

/** The menu's entries in order. */
const resources = [
  { name: "shops", label: "Shops", icon: ShopIcon, list: ShopList, show: ShopShow },
  { name: "exports", label: "Exports", icon: DownloadIcon, list: ExportList, show: ExportShow },
  { name: "automations", label: "Automated reports", icon: DateIcon, list: AutomationList, show: AutomationShow },
  { name: "runs", label: "Runs", icon: RetryIcon, list: RunList, show: RunShow },
  { name: "dead-jobs", label: "Dead jobs", icon: SuspendedIcon, list: DeadJobList, show: DeadJobShow },
  {
    name: "troubled-reports",
    label: "Reports in trouble",
    icon: WarningIcon,
    list: TroubledReportList,
    show: TroubledReportShow,
  },
  { name: "open-jobs", label: "Open jobs", icon: TimeIcon, list: OpenJobList, show: OpenJobShow },
  { name: "parked", label: "Parked documents", icon: PausedIcon, list: ParkedList, show: ParkedShow },
  { name: "webhooks", label: "Webhooks", icon: WebhookIcon, list: WebhookList, show: WebhookShow },
  { name: "mails", label: "E-mails", icon: MailIcon, list: MailList, show: MailShow },
  {
    name: "throttled-shops",
    label: "Throttled shops",
    icon: CanceledIcon,
    list: ThrottledShopList,
    show: ThrottledShopShow,
  },
  { name: "measures", label: "Lags and disks", icon: ServerIcon, list: MeasureList, show: MeasureShow },
  {
    name: "impersonations",
    label: "Impersonations",
    icon: OutsideIcon,
    list: ImpersonationList,
    show: ImpersonationShow,
  },
  { name: "console-acts", label: "Audit log", icon: HistoryIcon, list: ActList, show: ActShow },
];

const local = localStorageStore(undefined, "SheafSupport");
/** The console's store. Signing out resets it, except for saved views. */
const store: typeof local = {
  ...local,
  reset: () => {
    for (const key of Object.keys(local.listItems?.() ?? {})) if (!key.endsWith(".savedQueries")) local.removeItem(key);
  },
};

/** The support console: resources over ra-data-simple-rest. It shares only the merchant app's look. */
export const App = () => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeStorageKey} disableTransitionOnChange>
    <CssBaseline enableColorScheme />
    <CoreAdminContext dataProvider={dataProvider} authProvider={authProvider} i18nProvider={listTexts} store={store}>
      <AdminUI
        title="Sheaf support"
        layout={ConsoleLayout}
        loginPage={LoginPage}
        dashboard={AlertsPage}
        requireAuth
        disableTelemetry
      >
        {resources.map(({ label, ...resource }) => (
          <Resource key={resource.name} options={{ label }} {...resource} />
        ))}
        <Resource name="happenings" options={{ label: "Story" }} show={ActivityShow} />
        <CustomRoutes>
          <Route path="/search" element={<SearchPage />} />
          <Route path="/shops/:id/story" element={<ActivityPage />} />
          <Route path="/shops/:id/as-of" element={<AsOfPage />} />
          <Route path="/runs/:id/made-of" element={<InputsPage resource="runs" />} />
          <Route path="/exports/:id/made-of" element={<InputsPage resource="exports" />} />
        </CustomRoutes>
      </AdminUI>
    </CoreAdminContext>
  </ThemeProvider>
);
