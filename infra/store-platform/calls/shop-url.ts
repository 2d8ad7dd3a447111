import { PlatformError } from "../../ports/store-platform.ts";

/** Address of a shop, only for names that can't lead elsewhere (P-1.3). */
export const toShopUrl = (urlTemplate: string, shop: string): string => {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(shop) || shop.length > 100) {
    throw new PlatformError("shop-unavailable", "That isn't a valid shop name. Check its address.", shop.slice(0, 100));
  }
  return urlTemplate.replaceAll("{shop}", shop).replace(/\/+$/, "");
};
