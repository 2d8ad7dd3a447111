import type { ComponentType } from "react";
import { findPage, type Page, type PagePath, pages } from "../shared/navigation/pages.ts";
import { paths } from "../shared/navigation/paths.ts";
import OfflinePage from "./account/offline-page.tsx";
import { createLazyPart } from "./loading/create-lazy-part.tsx";
import { withOfflineFallback } from "./loading/lost-page.tsx";
import { trackLoading } from "./loading/page-loading.ts";
import { type Preloadable, preloadable } from "./loading/preloadable.tsx";

type Screen = {
  Page: ComponentType | Preloadable<object>;
  /** The page's 'Help and tips'. Without a view there is no button. */
  Help?: ComponentType;
};

const page = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Preloadable<Props> =>
  preloadable(load, trackLoading(withOfflineFallback(load)));

/** The frame of all pages for logged-in users. */
export const MainFrame = page(async () => ({ default: (await import("./frame/main-frame.tsx")).MainFrame }));

/** The screen of every page. Imports all screens, so no screen may import it. */
const screens: Readonly<Record<PagePath, Screen>> = {
  [paths.reports]: {
    Page: page(() => import("./generate-report/generate-report-page.tsx")),
    Help: createLazyPart(() => import("./help/reports-help.tsx")),
  },
  [paths.live]: {
    Page: page(() => import("./live-report/live-report-page.tsx")),
    Help: createLazyPart(() => import("./help/live-help.tsx")),
  },
  [paths.manager]: {
    Page: page(() => import("./manager/manager-page.tsx")),
    Help: createLazyPart(() => import("./help/manager-help.tsx")),
  },
  [paths.automation]: { Page: page(() => import("./automation-list/automation-list-page.tsx")) },
  [paths.automationHistory]: { Page: page(() => import("./automation-history/automation-history-page.tsx")) },
  [paths.filterEditor]: {
    Page: page(() => import("./filter-editor/filter-editor-page.tsx")),
    Help: createLazyPart(() => import("./help/filters-help.tsx")),
  },
  [paths.reportDesigner]: {
    Page: page(() => import("./report-designer/report-designer-page.tsx")),
    Help: createLazyPart(() => import("./help/designer-help.tsx")),
  },
  [paths.automationEditor]: {
    Page: page(() => import("./automation-editor/automation-editor-page.tsx")),
    Help: createLazyPart(() => import("./help/automation-help.tsx")),
  },
  [paths.contactUs]: { Page: page(() => import("./contact-us/contact-page.tsx")) },
  [paths.configuration]: {
    Page: page(() => import("./configuration/configuration-page.tsx")),
    Help: createLazyPart(() => import("./help/configuration-help.tsx")),
  },

  [paths.columns]: { Page: page(() => import("./columns/columns-page.tsx")) },
  [paths.plan]: { Page: page(() => import("./plan/plan-page.tsx")) },
  [paths.documents]: { Page: page(() => import("./documents/documents-page.tsx")) },
  [paths.privacyNotice]: { Page: page(() => import("./documents/privacy-notice-page.tsx")) },
  [paths.termsOfService]: { Page: page(() => import("./documents/terms-of-service-page.tsx")) },
  [paths.dataProtectionAgreement]: { Page: page(() => import("./documents/data-protection-agreement-page.tsx")) },

  [paths.login]: { Page: page(() => import("./account/login/login-page.tsx")) },
  [paths.install]: { Page: page(() => import("./account/install-page.tsx")) },
  [paths.loginCallback]: { Page: page(() => import("./account/login/login-callback-page.tsx")) },
  [paths.acceptCharge]: { Page: page(() => import("./account/accept-charge-page.tsx")) },
  [paths.selectTier]: { Page: page(() => import("./account/select-tier-page.tsx")) },
  [paths.acceptTerms]: { Page: page(() => import("./account/accept-terms-page.tsx")) },
  [paths.impersonate]: { Page: page(() => import("./account/impersonate-page.tsx")) },
  [paths.impersonateDebug]: { Page: page(() => import("./account/impersonate-debug-page.tsx")) },
  [paths.impersonationEnded]: { Page: page(() => import("./account/impersonation-ended-page.tsx")) },
  // Not lazy: without a connection it couldn't be loaded.
  [paths.offline]: { Page: OfflinePage },
};

export const createRoutes = (frame: Page["frame"]): { path: string; Page: ComponentType }[] =>
  pages.filter((known) => known.frame === frame).map(({ path }) => ({ path, Page: screens[path].Page }));

/** The help view of the page at an address, if any. */
export const helpAt = (pathname: string): ComponentType | undefined => {
  const found = findPage(pathname);
  return found && screens[found.path].Help;
};

/** Loads the code of a page and its frame. */
export const preloadPage = async (pathname: string): Promise<void> => {
  const found = findPage(pathname);
  const wanted = found ? screens[found.path].Page : undefined;
  await Promise.all([
    wanted && "preload" in wanted ? wanted.preload() : undefined,
    // Unknown addresses use that frame, too.
    (found?.frame ?? "main") === "main" ? MainFrame.preload() : undefined,
  ]);
};
