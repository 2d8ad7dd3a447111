import { type ComponentType, lazy } from "react";
import { isPath, paths } from "../shared/navigation/paths.ts";
import OfflinePage from "./account/offline-page.tsx";
import { lazyPart } from "./frame/lazy-part.tsx";
import { orOffline } from "./frame/lost-page.tsx";
import { tracked } from "./frame/page-loading.ts";

type Loader = () => Promise<{ default: ComponentType }>;

export type PageRoute = {
  path: string;
  Page: ComponentType;
  /**
   * `main`: header, footer and exports panel, for who is logged in. `account`: one narrow column, for the account flow.
   * `open`: the guest layout at full width, for everybody.
   */
  frame: "main" | "account" | "open";
  /** Name of its link in the header, in the order of this table. No name: no link. */
  header?: string;
  /** What 'Help and tips' shows on this page. No view: no such button. */
  Help?: ComponentType;
};

const page = (load: Loader) => lazy(tracked(orOffline(load)));

/** Every page there is (part 1 section 2.1). Header, footer and guest layout link to what stands here and to nothing else. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.reports,
    frame: "main",
    header: "Reports",
    Page: page(() => import("./reports/reports-page.tsx")),
    Help: lazyPart(() => import("./help/reports-help.tsx")),
  },
  {
    path: paths.manager,
    frame: "main",
    header: "Manager",
    Page: page(() => import("./manager/manager-page.tsx")),
  },
  {
    path: paths.filterEditor,
    frame: "main",
    Page: page(() => import("./filters/filter-editor-page.tsx")),
    Help: lazyPart(() => import("./help/filters-help.tsx")),
  },

  {
    path: paths.contactUs,
    frame: "main",
    header: "Contact Us",
    Page: page(() => import("./contact/contact-page.tsx")),
  },

  { path: paths.columns, frame: "open", Page: page(() => import("./data/columns-page.tsx")) },
  { path: paths.documents, frame: "open", Page: page(() => import("./documents/documents-page.tsx")) },
  { path: paths.privacyNotice, frame: "open", Page: page(() => import("./documents/privacy-notice-page.tsx")) },
  { path: paths.termsOfService, frame: "open", Page: page(() => import("./documents/terms-of-service-page.tsx")) },
  {
    path: paths.dataProtectionAgreement,
    frame: "open",
    Page: page(() => import("./documents/data-protection-agreement-page.tsx")),
  },

  { path: paths.login, frame: "account", Page: page(() => import("./account/login-page.tsx")) },
  { path: paths.install, frame: "account", Page: page(() => import("./account/install-page.tsx")) },
  { path: paths.loginCallback, frame: "account", Page: page(() => import("./account/login-callback-page.tsx")) },
  { path: paths.acceptCharge, frame: "account", Page: page(() => import("./account/accept-charge-page.tsx")) },
  { path: paths.selectTier, frame: "account", Page: page(() => import("./account/select-tier-page.tsx")) },
  { path: paths.acceptTerms, frame: "account", Page: page(() => import("./account/accept-terms-page.tsx")) },
  // Not fetched when it is needed: then there is nobody to fetch it from.
  { path: paths.offline, frame: "account", Page: OfflinePage },
];

/** Whether a page is there to be linked to. */
export const hasPage = (path: string): boolean => routes.some((route) => isPath(route.path, path));

/** The page at an address, if there is one. */
export const routeAt = (pathname: string): PageRoute | undefined =>
  routes.find((route) => isPath(pathname, route.path));
