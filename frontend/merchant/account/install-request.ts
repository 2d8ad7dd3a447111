/**
 * The parameters that have no name of their own in a payload. The platform signs every parameter it sends, so the
 * server needs the further ones to check the signature.
 */
export const otherParameters = (params: URLSearchParams, named: readonly string[]): Record<string, string> =>
  Object.fromEntries([...params].filter(([name]) => !named.includes(name)));

/** What `POST account/install` is sent for the address of the install page; null when there is no shop. */
export const installRequestOf = (params: URLSearchParams) => {
  const shop = params.get("shop");
  if (!shop) return null;
  return {
    Shopname: shop,
    Hmac: params.get("hmac") ?? "",
    Timestamp: params.get("timestamp") ?? "",
    ReturnUrl: params.get("returnurl"),
    Query: otherParameters(params, ["shop", "hmac", "timestamp", "returnurl"]),
  };
};
