import { requestedPixels } from "./picture-limits.ts";

/** Shopify's CDN, under its own or a shop's name. */
const isCdn = ({ hostname, pathname }: URL): boolean =>
  hostname === "cdn.shopify.com" || /\/cdn\/(?:shop\/)?(?:products|files|collections|articles)\//.test(pathname);

/** Asks for the shown size if the host scales (`width=`). `platform`: the platform's own origins. */
export const sizedAddress = (address: string, platform: readonly string[]): string => {
  const url = URL.parse(address);
  if (url === null || !(isCdn(url) || platform.includes(url.origin))) return address;
  url.searchParams.set("width", String(requestedPixels));
  return url.href;
};
