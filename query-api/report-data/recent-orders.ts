import type { Order } from "#domain/orders/order.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createRequestCache } from "../request-cache.ts";

/** Cache time, ms: a design in two tabs, or with two people, queries the platform once. */
const cacheTime = 3_000;
/** Cache limit for all shops, characters of JSON; a usual 50 orders take half a million. */
const maxCharacters = 32_000_000;

/** `fields`, `requiredFields`: see `OrdersRequest`. `mustReload`: ignores cached orders. */
type NewestOrders = {
  query: string;
  fields: readonly string[];
  requiredFields?: readonly string[];
  atMost: number;
  mustReload: boolean;
};

/** Reads the newest orders, newest first. */
export type ReadNewestOrders = (access: ShopAccess, wanted: NewestOrders) => Promise<readonly Order[]>;

/** Caches a shop's orders for a moment. Callers must not change them. */
export const createRecentOrders = ({ platform, clock }: Pick<QueryApiDeps, "platform" | "clock">): ReadNewestOrders => {
  const weigh = (orders: readonly Order[]) => JSON.stringify(orders).length;
  const recent = createRequestCache<readonly Order[]>(clock.steady, cacheTime, { weigh, atMost: maxCharacters });
  return ({ tenant, shop, signal }, { query, fields, requiredFields = fields, atMost, mustReload }) =>
    recent(
      JSON.stringify([tenant, query, atMost, fields, requiredFields]),
      signal,
      async (shared) => {
        const orders: Order[] = [];
        // Platform data in its documented shape. Column functions cope with missing fields.
        for await (const page of platform.streamOrders(
          { tenant, shop, signal: shared },
          { query, fields, requiredFields, atMost },
        ))
          orders.push(...(page as unknown as Order[]));
        return orders;
      },
      { fresh: mustReload },
    );
};
