import { isPath, paths } from "./paths.ts";

export type Place = { pathname: string; search: string };

/** What the rules need to know of who is logged in; null when nobody is. */
export type LoggedIn = { acceptedTerms: boolean } | null;

const needsLogin = [
  paths.home,
  paths.reports,
  paths.manager,
  paths.filterEditor,
  paths.contactUs,
  paths.selectTier,
  paths.acceptTerms,
];
/** Steps of the account flow that come before the terms or are the terms (decision 11: the tier comes first). */
const beforeTerms = [paths.selectTier, paths.acceptTerms];

const isOneOf = (pathname: string, list: readonly string[]): boolean => list.some((path) => isPath(pathname, path));

/** The platform opened us for a shop: carry everything it signed, and where the user wanted to go. */
const installAddress = (place: Place, params: URLSearchParams): string => {
  if (!params.has("returnurl") && !isOneOf(place.pathname, [paths.home, paths.login])) {
    params.set("returnurl", place.pathname);
  }
  return `${paths.install}?${params}`;
};

/**
 * Where a visit leads instead, or null when it may go on (part 1 section 2.2). The install rule needs both `shop` and
 * `hmac`; `/login?shop=` alone logs in (decision 10). Addresses nobody knows are open to all: they answer a 404 page.
 */
export const redirectFor = (place: Place, user: LoggedIn): string | null => {
  const params = new URLSearchParams(place.search);
  const startsInstall = params.get("shop") && params.get("hmac");
  if (startsInstall && !isOneOf(place.pathname, [paths.install, paths.loginCallback])) {
    return installAddress(place, params);
  }
  if (!isOneOf(place.pathname, needsLogin)) return null;
  if (user === null) return paths.login;
  if (!user.acceptedTerms && !isOneOf(place.pathname, beforeTerms)) return paths.acceptTerms;
  return isPath(place.pathname, paths.home) ? paths.reports : null;
};
