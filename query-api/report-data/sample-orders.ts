import type { Order } from "#domain/orders/order.ts";
import { sampleOrders } from "#domain/sample-orders/sample-orders.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { QueryApiDeps } from "../deps.ts";
import { type OrdersOfPreview, withAllLines } from "./make-preview.ts";

/** A store without orders gets made-up ones, so that designs can be tried before the first sale. */
export const orSampleOrders = (
  { clock, config }: Pick<QueryApiDeps, "clock" | "config">,
  { shop, profile }: AuthorizedShop,
  newest: readonly Order[],
): OrdersOfPreview => {
  if (newest.length > 0) return { orders: newest.map(withAllLines), generated: false };
  const orders = sampleOrders({
    seed: shop,
    currencyCode: profile.currencyCode,
    taxesIncluded: profile.taxesIncluded,
    storeUrl: `https://${profile.myshopifyDomain}`,
    picturesUrl: `${config.APP_URL}/sample-products`,
    now: clock.now().toISOString(),
  });
  return { orders: orders.map(withAllLines), generated: true };
};
