/** Paths of S-1.2.1; which of them are pages already, `pages` says. Matching ignores case. */
export const paths = {
  home: "/",
  reports: "/Reports",
  /** The live report of a design, which need not be named; `livePath` makes the address. */
  live: "/Live/:id?",
  /** Named Manager.Main. */
  manager: "/Manager",
  /** Named Manager.FilterEditor; `filterEditorPath` makes the address. */
  filterEditor: "/Filters/Edit/:id",
  /** Named Manager.ReportDesigner; `reportDesignerPath` makes the address. */
  reportDesigner: "/Report/Design/:id",
  automation: "/Automation",
  /** Named AutomationEditor; `automationEditorPath` makes the address. */
  automationEditor: "/Automation/Edit/:id",
  automationHistory: "/Automation/History/:id",
  configuration: "/Configuration",
  login: "/Login",
  install: "/Install",
  loginCallback: "/Account/login-callback",
  acceptCharge: "/Account/accept-charge",
  selectTier: "/Account/select-tier",
  acceptTerms: "/Account/accept-terms",
  impersonate: "/Account/impersonate/:id",
  impersonateDebug: "/Account/impersonate-debug/:id",
  lookEnded: "/Account/look-ended",
  offline: "/Offline",
  documents: "/Documents",
  privacyNotice: "/Documents/PrivacyNotice",
  termsOfService: "/Documents/TermsOfService",
  dataProtectionAgreement: "/Documents/DataProtectionAgreement",
  contactUs: "/ContactUs",
  columns: "/Data/Columns",
} as const;

/** A path without a trailing slash, in lower case, to compare with. */
const plain = (pathname: string): string => pathname.replace(/\/+$/, "").toLowerCase() || "/";

/**
 * Whether an address belongs to a path. A part of the path that begins with a colon stands for any one part of the address; a last one that
 * ends with a question mark may be missing.
 */
export const isPath = (pathname: string, path: string): boolean => {
  const given = plain(pathname).split("/");
  const known = plain(path).split("/");
  if (path.endsWith("?") && given.length === known.length - 1) known.pop();
  return (
    given.length === known.length &&
    known.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]))
  );
};

/** The shortest address of a path: without a part that may be missing. */
export const shortestAddress = (path: string): string => path.replace(/\/:\w+\?$/, "");

/** Address of the live report of one design; of the one that was looked at last where none is named. */
export const livePath = (id: string | null): string =>
  id === null ? shortestAddress(paths.live) : paths.live.replace(":id?", encodeURIComponent(id));

/** Address of the editor of one filter. */
export const filterEditorPath = (id: string): string => paths.filterEditor.replace(":id", encodeURIComponent(id));

/** Address of the designer of one report design. */
export const reportDesignerPath = (id: string): string => paths.reportDesigner.replace(":id", encodeURIComponent(id));

/** Address of the editor of one automated report. */
export const automationEditorPath = (id: string): string =>
  paths.automationEditor.replace(":id", encodeURIComponent(id));

/** Address of the history of one automated report. */
export const automationHistoryPath = (id: string): string =>
  paths.automationHistory.replace(":id", encodeURIComponent(id));

/** A path of our own and nothing else: not another origin, not a scheme, not `//host`, not `/\host`. */
export const isOwnPath = (value: unknown): value is string =>
  typeof value === "string" && /^\/(?![/\\])[^\\\s]*$/.test(value);
