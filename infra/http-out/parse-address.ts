import { NotFetched } from "../ports/outbound-http.ts";

/**
 * Parses a URL; refuses credentials. `base`: for relative addresses.
 * @throws {NotFetched}
 */
export const parseAddress = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base?.href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "")
    throw new NotFetched("address", "That isn't an address that begins with http:// or https://.");
  if (url.username !== "" || url.password !== "")
    throw new NotFetched("address", "Sheaf doesn't call addresses with a user name or password in them.");
  return url;
};

/**
 * Resolves a redirect, but not from https to http.
 * @throws {NotFetched}
 */
export const resolveRedirect = (from: URL, location: string): URL => {
  const to = parseAddress(location, from);
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new NotFetched("redirects", `${from.hostname} redirects from https to http.`);
  return to;
};
