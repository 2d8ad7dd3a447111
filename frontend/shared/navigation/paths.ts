/** Paths of part 1 section 2.1 that exist so far. Matching ignores case. */
export const paths = {
  home: "/",
  reports: "/Reports",
  login: "/Login",
  install: "/Install",
  loginCallback: "/Account/login-callback",
  acceptCharge: "/Account/accept-charge",
  selectTier: "/Account/select-tier",
  acceptTerms: "/Account/accept-terms",
  offline: "/Offline",
  documents: "/Documents",
  privacyNotice: "/Documents/PrivacyNotice",
  termsOfService: "/Documents/TermsOfService",
  dataProtectionAgreement: "/Documents/DataProtectionAgreement",
  contactUs: "/ContactUs",
} as const;

/** A path without a trailing slash, in lower case, to compare with. */
const plain = (pathname: string): string => pathname.replace(/\/+$/, "").toLowerCase() || "/";

export const isPath = (pathname: string, path: string): boolean => plain(pathname) === plain(path);

/** A path of our own and nothing else (decision 10): not another origin, not a scheme, not `//host`, not `/\host`. */
export const isOwnPath = (value: unknown): value is string =>
  typeof value === "string" && /^\/(?![/\\])[^\\\s]*$/.test(value);
