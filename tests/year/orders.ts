import type { JsonObject } from "#infra/ports/json.ts";
import { type OrdersRequest, PlatformError, type ShopAccess } from "#infra/ports/store-platform.ts";
import { noBulk } from "#tests/support/platform-for-tests.ts";

/** A store with an order every 157 minutes for ever: many an hour has none, and no day is like another. */
const every = 157 * 60_000;
const pageSize = 250;

/** When the orders of a time were made, ms: `from` within, `to` not. */
export const ordersIn = (from: string, to: string): number[] => {
  const first = Math.ceil(Date.parse(from) / every);
  const count = Math.max(0, Math.ceil(Date.parse(to) / every) - first);
  return Array.from({ length: count }, (_, n) => (first + n) * every);
};

/** The name of the order that was made then. */
export const nameOf = (at: number): string => `#${at / every}`;

const orderOf = (at: number): JsonObject => ({
  id: `gid://shopify/Order/${at / every}`,
  name: nameOf(at),
  createdAt: new Date(at).toISOString().replace(".000Z", "Z"),
  lineItems: [{ id: `gid://shopify/LineItem/${at / every}`, title: "Thing", quantity: 1 }],
});

const asked = (query: string): number[] => {
  const [from, to] = [/created_at:>='([^']+)'/, /created_at:<'([^']+)'/].map((bound) => bound.exec(query)?.[1]);
  if (from === undefined || to === undefined) throw new Error(`A search without a time: ${query}`);
  return ordersIn(from, to);
};

/** The store platform of all shops. `down`: it doesn't respond. `kept`: the shop has revoked our access to its orders. */
export const createOrders = () => {
  const platform = {
    weather: "works" as "works" | "down" | "kept",
    bulk: noBulk,
    check() {
      if (platform.weather === "down") throw new PlatformError("unexpected-answer", "The store did not answer.");
      if (platform.weather === "kept") throw new PlatformError("access-denied", "The store lets nobody read orders.");
    },
    async countOrders(_access: object, query: string): Promise<number> {
      platform.check();
      return asked(query).length;
    },
    async *streamOrders({ signal }: ShopAccess, { query }: OrdersRequest): AsyncGenerator<JsonObject[]> {
      const found = asked(query).reverse();
      for (let at = 0; at < found.length; at += pageSize) {
        platform.check();
        signal.throwIfAborted();
        yield found.slice(at, at + pageSize).map(orderOf);
      }
    },
  };
  return platform;
};
