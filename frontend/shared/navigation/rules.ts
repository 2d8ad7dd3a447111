import { type Page, pages } from "./pages.ts";
import { isPath, paths } from "./paths.ts";

export type Location = { pathname: string; search: string };

/** Facts about the user that the rules need; null if nobody is logged in. */
export type LoggedIn = { acceptedTerms: boolean } | null;

/** Steps of the account flow up to and including the terms (R-11: the tier comes first). */
const beforeTerms = [paths.selectTier, paths.acceptTerms];

/** Paths of the main layout, derived from `pages` so that a new one can't be missed. */
const ofMainLayout = (pages as readonly Page[]).filter(({ frame }) => frame === "main").map(({ path }) => path);
const needsLogin = [paths.home, ...ofMainLayout, ...beforeTerms];

const isOneOf = (pathname: string, list: readonly string[]): boolean => list.some((path) => isPath(pathname, path));

/**
 * The install address after the platform opened us for a shop, with all its signed parameters and the user's target.
 */
const installAddress = (place: Location, params: URLSearchParams): string => {
  if (!params.has("returnurl") && !isOneOf(place.pathname, [paths.home, paths.login])) {
    params.set("returnurl", place.pathname);
  }
  return `${paths.install}?${params}`;
};

/**
 * The redirect of a visit, or null if it may go on (S-1.2.2). The install rule needs both `shop` and `hmac`;
 * `/login?shop=` alone logs in. Unknown addresses are open to all and show a 404 page. `entrance`: the target
 * for logged-out users.
 */
export const redirectFor = (location: Location, user: LoggedIn, entrance: string = paths.login): string | null => {
  const params = new URLSearchParams(location.search);
  const startsInstall = params.get("shop") && params.get("hmac");
  if (startsInstall && !isOneOf(location.pathname, [paths.install, paths.loginCallback])) {
    return installAddress(location, params);
  }
  if (!isOneOf(location.pathname, needsLogin)) return null;
  if (user === null) return entrance;
  if (!user.acceptedTerms && !isOneOf(location.pathname, beforeTerms)) return paths.acceptTerms;
  return isPath(location.pathname, paths.home) ? paths.reports : null;
};
