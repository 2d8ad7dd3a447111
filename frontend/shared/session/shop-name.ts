import { isShopName } from "#domain/shop/shop-name.ts";

const scheme = /^(?:(?:(?:view-source|https?):\/*)+|\/{2,})/i;
/** What mail programs and chats put around an address. */
const around = /^[\s<("'“‘«]+|[\s>)"'”’»]+$/gu;
/** Full stops of East Asian keyboards. */
const wideStops = /[．。｡]/gu;

/** The platform's own pages, which may name the store in the path: `admin.shopify.com/store/aurora-demo/orders`. */
const platformHost = /^(?:[^./?#]+\.)*shopify\.com\.?(?:[:/?#]|$)/i;
const storeInPath = /^[^/]+\/(?:[^?#]*?\/)??stores?\/+([^/?#]+)/i;
/** Partners' pages name a store by its number, too, which is not its name. */
const partnersNumber = /^partners\.[^?#]*?\/stores\/+\d+(?:[/?#]|$)/i;

/**
 * The name of a shop from what somebody typed or copied: a name, a store's address with whatever follows it, or that of the platform's
 * own pages about it. Else anything after the first dot is cut off and the name is trimmed (S-1.5). Empty when nothing is left. Whether it can be a
 * shop's name, the server judges.
 */
export const shopNameOf = (typed: string): string => {
  // A browser takes a backslash in an address for a slash.
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

/** Addresses spell spaces so; of other signs that they spell nothing is guessed. */
const spacesOf = (name: string): string => name.replaceAll(/%20|\+/gu, " ");

/**
 * The shop's name that was probably meant where the typed one cannot be one (S-1.5): `aurora-demo` of `Aurora Demo`, as stores call themselves. Null
 * where it can, and where a letter of it cannot be spelt in one, as the rest is another name. A guess is offered and never followed by itself: another shop may have that name.
 */
export const guessedShopName = (typed: string): string | null => {
  const name = spacesOf(shopNameOf(typed).toLowerCase());
  if (name === "" || /[@%]/.test(name) || isShopName(name)) return null;
  const spelt = name.normalize("NFKD").replaceAll(/[\p{M}'’]/gu, "");
  if (/[\p{Nl}\p{No}]/u.test(name) || /[^a-z0-9]/u.test(spelt.replaceAll(/[^\p{L}\p{N}]/gu, ""))) return null;
  const guess = spelt.replaceAll(/[^a-z0-9]+/gu, "-").replaceAll(/^-+|-+$/gu, "");
  return isShopName(guess) ? guess : null;
};

export const shopNameMissing = "Please provide shopname";
