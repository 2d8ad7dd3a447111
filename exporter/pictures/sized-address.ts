import { askedPixels } from "./bounds.ts";

/** Shopify's, under its own name and under the names of shops. */
const isCdn = ({ hostname, pathname }: URL): boolean =>
  hostname === "cdn.shopify.com" || /\/cdn\/(?:shop\/)?(?:products|files|collections|articles)\//.test(pathname);

/** The address of a picture in the size that is shown, where its host makes one (`width=`); else as it is. `platform`: origins of the platform itself. */
export const sizedAddress = (address: string, platform: readonly string[]): string => {
  const url = URL.parse(address);
  if (url === null || !(isCdn(url) || platform.includes(url.origin))) return address;
  url.searchParams.set("width", String(askedPixels));
  return url.href;
};
