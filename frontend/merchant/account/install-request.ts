/**
 * Parameters without their own field in the payload. The platform signs all of them, so the server needs these to
 * verify the signature.
 */
export const otherParameters = (params: URLSearchParams, named: readonly string[]): Record<string, string> =>
  Object.fromEntries([...params].filter(([name]) => !named.includes(name)));

/** The body of `POST account/install`; null without a shop. */
export const parseInstallRequest = (params: URLSearchParams) => {
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
