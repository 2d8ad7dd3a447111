import { isPath, paths } from "./paths.ts";

export type Page = {
  path: string;
  /** Text of links to the page. */
  name: string;
  /**
   * `main`: header, footer and exports panel, for logged-in users. `account`: one narrow column. `open`: the guest
   * layout at full width, for everybody.
   */
  frame: "main" | "account" | "open";
  /** The page that leads to this one; the header marks it. */
  partOf?: string;
  /** Shown in the header, in this table's order. */
  inHeader?: true;
  /** Only in the open frame: as wide as pages of the main one. */
  wide?: true;
  /** No content of the page gets below 'Report exports' on a wide screen. */
  keepsCornerFree?: true;
};

/**
 * All pages (S-1.2.1). Header, footer and screens link only to these. The route table has their code and imports the
 * screens, so no screen may import it.
 */
export const pages = [
  { path: paths.reports, name: "Reports", frame: "main", inHeader: true, keepsCornerFree: true },
  { path: paths.live, name: "Live", frame: "main", inHeader: true },
  { path: paths.manager, name: "Manager", frame: "main", inHeader: true },
  { path: paths.automation, name: "Automation", frame: "main", inHeader: true },
  { path: paths.automationHistory, name: "Report Automation History", frame: "main", partOf: paths.automation },
  { path: paths.filterEditor, name: "Edit Filter", frame: "main", partOf: paths.manager },
  { path: paths.reportDesigner, name: "Report designer", frame: "main", partOf: paths.manager },
  { path: paths.automationEditor, name: "Edit Automated report", frame: "main", partOf: paths.automation },
  { path: paths.contactUs, name: "Contact Us", frame: "main", inHeader: true },
  { path: paths.configuration, name: "Configuration", frame: "main" },

  { path: paths.columns, name: "Report columns", frame: "open", wide: true },
  { path: paths.plan, name: "Plan", frame: "open", wide: true },
  { path: paths.documents, name: "Legal documents", frame: "open" },
  { path: paths.privacyNotice, name: "Privacy Notice", frame: "open" },
  { path: paths.termsOfService, name: "Terms of Service", frame: "open" },
  { path: paths.dataProtectionAgreement, name: "Data Protection Agreement", frame: "open" },

  { path: paths.login, name: "Login", frame: "account" },
  { path: paths.install, name: "Install", frame: "account" },
  { path: paths.loginCallback, name: "Login", frame: "account" },
  { path: paths.acceptCharge, name: "Charge", frame: "account" },
  { path: paths.selectTier, name: "Tier", frame: "account" },
  { path: paths.acceptTerms, name: "Terms", frame: "account" },
  { path: paths.impersonate, name: "Impersonation", frame: "account" },
  { path: paths.impersonateDebug, name: "Impersonation", frame: "account" },
  { path: paths.impersonationEnded, name: "Session ended", frame: "account" },
  { path: paths.offline, name: "No connection", frame: "account" },
] as const satisfies readonly Page[];

export type PagePath = (typeof pages)[number]["path"];

export const findPage = (pathname: string): (Page & { path: PagePath }) | undefined =>
  pages.find(({ path }) => isPath(pathname, path));

/**
 * Value of a link's `aria-current`: `page` if it leads to the shown page, `true` if to the one that this is part of.
 */
export const currentAt = (pathname: string, link: string): "page" | "true" | undefined => {
  const shown = findPage(pathname);
  if (shown === undefined) return undefined;
  if (shown === findPage(link)) return "page";
  return shown.partOf === link ? "true" : undefined;
};

export const hasPage = (path: string): boolean => findPage(path) !== undefined;
