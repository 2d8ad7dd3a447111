import { type Page, pages } from "./pages.ts";
import { isPath, paths } from "./paths.ts";

export type Place = { pathname: string; search: string };

/** What the rules need to know of who is logged in; null when nobody is. */
export type LoggedIn = { acceptedTerms: boolean } | null;

/** Steps of the account flow that come before the terms or are the terms (R-11: the tier comes first). */
const beforeTerms = [paths.selectTier, paths.acceptTerms];

/** Every page of the main layout, so that none is forgotten when it is added. */
const ofMainLayout = (pages as readonly Page[]).filter(({ frame }) => frame === "main").map(({ path }) => path);
const needsLogin = [paths.home, ...ofMainLayout, ...beforeTerms];

const isOneOf = (pathname: string, list: readonly string[]): boolean => list.some((path) => isPath(pathname, path));

/** The platform opened us for a shop: carry everything it signed, and where the user wanted to go. */
const installAddress = (place: Place, params: URLSearchParams): string => {
  if (!params.has("returnurl") && !isOneOf(place.pathname, [paths.home, paths.login])) {
    params.set("returnurl", place.pathname);
  }
  return `${paths.install}?${params}`;
};

/**
 * Where a visit leads instead, or null when it may go on (S-1.2.2). The install rule needs both `shop` and
 * `hmac`; `/login?shop=` alone logs in. Addresses nobody knows are open to all: they answer a 404 page. `entrance`: where whoever
 * is not logged in is led.
 */
export const redirectFor = (place: Place, user: LoggedIn, entrance: string = paths.login): string | null => {
  const params = new URLSearchParams(place.search);
  const startsInstall = params.get("shop") && params.get("hmac");
  if (startsInstall && !isOneOf(place.pathname, [paths.install, paths.loginCallback])) {
    return installAddress(place, params);
  }
  if (!isOneOf(place.pathname, needsLogin)) return null;
  if (user === null) return entrance;
  if (!user.acceptedTerms && !isOneOf(place.pathname, beforeTerms)) return paths.acceptTerms;
  return isPath(place.pathname, paths.home) ? paths.reports : null;
};
