import type { Order } from "#domain/orders/order.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createRecent } from "../recent.ts";

/** How long orders are good for, in ms: a design that is open in two tabs, or by two people, asks the platform once. */
const goodFor = 3_000;
/** What the orders of all shops may take of the memory, as characters of their JSON; a usual 50 have half a million. */
const mostCharacters = 32_000_000;

/** `fields`, `needed`: see `OrdersRequest`. `fresh`: orders that were read a moment ago are no answer. */
type NewestOrders = {
  query: string;
  fields: readonly string[];
  needed?: readonly string[];
  atMost: number;
  fresh: boolean;
};

/** Reads the newest orders that a search finds, newest first. */
export type ReadNewestOrders = (access: ShopAccess, wanted: NewestOrders) => Promise<readonly Order[]>;

/** Orders that were read are remembered for a moment, of each shop apart. Whoever gets them must not change them. */
export const createRecentOrders = ({ platform, clock }: Pick<QueryApiDeps, "platform" | "clock">): ReadNewestOrders => {
  const weigh = (orders: readonly Order[]) => JSON.stringify(orders).length;
  const recent = createRecent<readonly Order[]>(clock.steady, goodFor, { weigh, atMost: mostCharacters });
  return ({ tenant, shop, signal }, { query, fields, needed = fields, atMost, fresh }) =>
    recent(
      JSON.stringify([tenant, query, atMost, fields, needed]),
      signal,
      async (shared) => {
        const orders: Order[] = [];
        // What the platform names, in the shape that it documents; the values of columns cope with what is missing.
        for await (const page of platform.orders({ tenant, shop, signal: shared }, { query, fields, needed, atMost }))
          orders.push(...(page as unknown as Order[]));
        return orders;
      },
      { fresh },
    );
};
