import { isShopName } from "#domain/shop/shop-name.ts";

const scheme = /^(?:(?:(?:view-source|https?):\/*)+|\/{2,})/i;
/** Characters that mail programs and chats add around an address. */
const around = /^[\s<("'“‘«]+|[\s>)"'”’»]+$/gu;
/** East Asian full stops. */
const wideStops = /[．。｡]/gu;

/**
 * The platform's own pages, which may have the store's name in the path: `admin.shopify.com/store/aurora-demo/orders`.
 */
const platformHost = /^(?:[^./?#]+\.)*shopify\.com\.?(?:[:/?#]|$)/i;
const storeInPath = /^[^/]+\/(?:[^?#]*?\/)??stores?\/+([^/?#]+)/i;
/** Partner pages may have a store's number, which isn't its name. */
const partnersNumber = /^partners\.[^?#]*?\/stores\/+\d+(?:[/?#]|$)/i;

/**
 * The shop name in typed or pasted text: a name, a store's address with anything after it, or a platform page about the
 * store. Otherwise the text is cut at the first dot, colon, slash, `?` or `#`, and trimmed (S-1.5). Empty if nothing is
 * left. The server checks if it is valid.
 */
export const parseTypedShopName = (typed: string): string => {
  // Browsers treat a backslash in an address as a slash.
  const address = typed
    .replaceAll(around, "")
    .replaceAll(wideStops, ".")
    .replaceAll("\\", "/")
    .replace(scheme, "")
    .replace(/^www\./i, "");
  if (partnersNumber.test(address)) return "";
  if (platformHost.test(address)) return storeInPath.exec(address)?.[1]?.toLowerCase() ?? "";
  const name = (address.split(/[.:/?#]/)[0] ?? "").trim();
  return address === name ? name : name.toLowerCase();
};

/** Decodes `%20` and `+` only. */
const spacesOf = (name: string): string => name.replaceAll(/%20|\+/gu, " ");

/**
 * The shop name that was probably meant by an invalid one (S-1.5): `aurora-demo` for `Aurora Demo`. Null if the name is
 * valid, or has a letter without an ASCII spelling, as the rest would be another name. A guess is only offered, never
 * followed, as another shop may have that name.
 */
export const guessShopName = (typed: string): string | null => {
  const name = spacesOf(parseTypedShopName(typed).toLowerCase());
  if (name === "" || /[@%]/.test(name) || isShopName(name)) return null;
  const spelt = name.normalize("NFKD").replaceAll(/[\p{M}'’]/gu, "");
  if (/[\p{Nl}\p{No}]/u.test(name) || /[^a-z0-9]/u.test(spelt.replaceAll(/[^\p{L}\p{N}]/gu, ""))) return null;
  const guess = spelt.replaceAll(/[^a-z0-9]+/gu, "-").replaceAll(/^-+|-+$/gu, "");
  return isShopName(guess) ? guess : null;
};

export const shopNameMissing = "Please provide shopname";
