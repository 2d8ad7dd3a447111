/** Paths of S-1.2.1; `pages` says which of them are pages. Matching ignores case. */
export const paths = {
  home: "/",
  reports: "/Reports",
  /** The live report of an optionally named design; `livePath` builds the address. */
  live: "/Live/:id?",
  /** Manager.Main in S-1.2.1. */
  manager: "/Manager",
  /** Manager.FilterEditor in S-1.2.1. `filterEditorPath` builds the address. */
  filterEditor: "/Filters/Edit/:id",
  /** Manager.ReportDesigner in S-1.2.1. `reportDesignerPath` builds the address. */
  reportDesigner: "/Report/Design/:id",
  automation: "/Automation",
  /** `automationEditorPath` builds the address. */
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
  impersonationEnded: "/Account/look-ended",
  offline: "/Offline",
  documents: "/Documents",
  privacyNotice: "/Documents/PrivacyNotice",
  termsOfService: "/Documents/TermsOfService",
  dataProtectionAgreement: "/Documents/DataProtectionAgreement",
  contactUs: "/ContactUs",
  columns: "/Data/Columns",
  plan: "/Plan",
} as const;

/** Normalizes for comparison: no trailing slash, lower case. */
const plain = (pathname: string): string => pathname.replace(/\/+$/, "").toLowerCase() || "/";

/** Matches an address with a path: `:id` stands for any segment, a last `:id?` also for none. */
export const isPath = (pathname: string, path: string): boolean => {
  const actualSegments = plain(pathname).split("/");
  const expectedSegments = plain(path).split("/");
  if (path.endsWith("?") && actualSegments.length === expectedSegments.length - 1) expectedSegments.pop();
  return (
    actualSegments.length === expectedSegments.length &&
    expectedSegments.every((part, index) =>
      part.startsWith(":") ? actualSegments[index] !== "" : part === actualSegments[index],
    )
  );
};

/** Returns the address without its optional segment. */
export const shortestAddress = (path: string): string => path.replace(/\/:\w+\?$/, "");

/** A design's live report; null means the one viewed last. */
export const livePath = (id: string | null): string =>
  id === null ? shortestAddress(paths.live) : paths.live.replace(":id?", encodeURIComponent(id));

export const filterEditorPath = (id: string): string => paths.filterEditor.replace(":id", encodeURIComponent(id));

export const reportDesignerPath = (id: string): string => paths.reportDesigner.replace(":id", encodeURIComponent(id));

export const automationEditorPath = (id: string): string =>
  paths.automationEditor.replace(":id", encodeURIComponent(id));

export const automationHistoryPath = (id: string): string =>
  paths.automationHistory.replace(":id", encodeURIComponent(id));

/** True if `value` is a path within Sheaf: no other origin, no scheme, no `//host`, no `/\host`. */
export const isOwnPath = (value: unknown): value is string =>
  typeof value === "string" && /^\/(?![/\\])[^\\\s]*$/.test(value);
