const scheme = /^[a-z]+:\/*/i;

/** The platform's own admin pages, which name the store in the path: `admin.shopify.com/store/aurora-demo/orders`. */
const adminHost = /^admin\.shopify\.com(?:[/?#]|$)/i;
const storeInPath = /^[^/]+\/+store\/+([^/?#]+)/i;

/**
 * The name of a shop from what somebody typed or copied: a name, a store's address with whatever follows it, or that of the platform's
 * admin pages. Else anything after the first dot is cut off and the name is trimmed (S-1.5). Empty when nothing is left. Whether it can be a
 * shop's name, the server judges.
 */
export const shopNameOf = (typed: string): string => {
  const address = typed.trim().replace(scheme, "");
  if (adminHost.test(address)) return storeInPath.exec(address)?.[1]?.toLowerCase() ?? "";
  const name = (address.split(/[./?#]/)[0] ?? "").trim();
  return address === name ? name : name.toLowerCase();
};

export const shopNameMissing = "Please provide shopname";
