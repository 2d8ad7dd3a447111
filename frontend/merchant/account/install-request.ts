/** What `POST account/install` is sent for the address of the install page; null when there is no shop. */
export const installRequestOf = (params: URLSearchParams) => {
  const shop = params.get("shop");
  if (!shop) return null;
  // The platform signs every parameter it sends, so the server needs the further ones to check the signature.
  const named = ["shop", "hmac", "timestamp", "returnurl"];
  return {
    Shopname: shop,
    Hmac: params.get("hmac") ?? "",
    Timestamp: params.get("timestamp") ?? "",
    ReturnUrl: params.get("returnurl"),
    Query: Object.fromEntries([...params].filter(([name]) => !named.includes(name))),
  };
};
