import { idsQuery } from "#domain/orders/ids-query.ts";
import type { Order } from "#domain/orders/order.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import { newestFirst, orderNumberOf } from "./order-ids.ts";
import { asOrder, createdAtOf, isUnplaced, type OrdersRead, type ReadOrders } from "./orders-of-platform.ts";

/** Ids in one search: a text of some 5,000 characters. */
const chunkSize = 200;

const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, n) =>
    items.slice(n * chunkSize, (n + 1) * chunkSize),
  );

/**
 * Exactly the chosen orders, newest first. Their dates are asked for first, so that the orders themselves can be fetched
 * a chunk at a time in their final order; one that is gone from the store is left out. One whose date cannot be read stands last.
 */
export async function* readSelectedOrders(
  { platform, input, fields, needed, signal }: Omit<ReadOrders, "pages">,
  ids: readonly string[],
  bounds: { unreadAtMost?: number } = {},
): AsyncGenerator<OrdersRead> {
  const access = { tenant: input.tenant, shop: input.shop.shop, signal };
  const numbers = [...new Set(ids.map(orderNumberOf))];
  const dated: { number: string; createdAt: string }[] = [];
  const unplaced: Order[] = [];
  for (const chunk of chunksOf(numbers)) {
    const wanted = new Set(chunk);
    for await (const page of platform.orders(access, {
      query: idsQuery(chunk),
      fields: ["id", "createdAt"],
      ...bounds,
    })) {
      for (const order of page.map(asOrder)) {
        if (isUnplaced(order)) {
          unplaced.push(order);
          continue;
        }
        const number = orderNumberOf(order.id);
        if (wanted.delete(number)) dated.push({ number, createdAt: createdAtOf(order) });
      }
    }
  }
  // Their places are unknown, so they come before all rows.
  if (unplaced.length > 0) yield { found: unplaced.length, orders: unplaced };
  dated.sort(newestFirst);
  for (const chunk of chunksOf(dated)) {
    const found = new Map<string, Order>();
    const query = idsQuery(chunk.map(({ number }) => number));
    for await (const page of platform.orders(access, { query, fields, needed, optional: peopleFields, ...bounds })) {
      for (const order of page.map(asOrder)) found.set(orderNumberOf(order.id), order);
    }
    const orders = chunk.map(({ number }) => found.get(number)).filter((order) => order !== undefined);
    yield { found: chunk.length, orders };
  }
}
