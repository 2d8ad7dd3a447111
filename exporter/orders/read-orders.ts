import { within } from "#domain/dates/native-orders-query.ts";
import { searchOfExport } from "#domain/export/orders-filter.ts";
import type { Order } from "#domain/orders/order.ts";
import { mostUnread } from "#infra/ports/store-platform.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import { asOrder, createdAtOf, isUnplaced, type OrdersRead, type ReadOrders } from "./orders-of-platform.ts";
import { readSelectedOrders } from "./read-selected-orders.ts";

/**
 * The orders of an export in pages, newest first. With chosen orders exactly those, else the orders of the
 * period: the search only narrows what is fetched, and each order is checked again, its date here and the
 * conditions of its filter by `compileOrdersFilter`. Orders of other days that the report before left out come with them.
 */
export const readOrders = (options: ReadOrders): AsyncIterable<OrdersRead> => {
  const { selectedOrderIds, carriedOrderIds = [] } = options.input;
  if (selectedOrderIds.length > 0) return readSelectedOrders(options, selectedOrderIds);
  return carriedOrderIds.length > 0 ? readWithCarried(options, carriedOrderIds) : readPeriod(options);
};

/** Carried orders stand by their dates, before or behind those of the period. The period itself brings those within it. One without a date is told once. */
async function* readWithCarried(options: ReadOrders, ids: readonly string[]): AsyncGenerator<OrdersRead> {
  const { input, pages } = options;
  const isIn = within(input.filters);
  const carried: Order[] = [];
  // They were told before: however many they are, they stop no report.
  const bounds = { unreadAtMost: Number.POSITIVE_INFINITY };
  for await (const { orders } of readSelectedOrders({ ...options, platform: pages }, ids, bounds))
    carried.push(...orders);
  const unplaced = new Map(carried.filter(isUnplaced).map((order) => [order.id, order]));
  const elsewhere = carried.filter((order) => !isUnplaced(order) && !isIn(createdAtOf(order)));
  const isNewer = (order: Order): boolean => Date.parse(createdAtOf(order)) >= Date.parse(input.filters.to);
  const [newer, older] = [elsewhere.filter(isNewer), elsewhere.filter((order) => !isNewer(order))];
  if (newer.length > 0) yield { found: 0, orders: newer };
  for await (const page of readPeriod(options)) {
    for (const { id } of page.orders) unplaced.delete(id);
    yield page;
  }
  older.push(...unplaced.values());
  if (older.length > 0) yield { found: 0, orders: older };
}

async function* readPeriod({ platform, input, fields, needed, signal }: ReadOrders): AsyncGenerator<OrdersRead> {
  const access = { tenant: input.tenant, shop: input.shop.shop, signal };
  const query = searchOfExport(input);
  const isIn = within(input.filters);
  const { carriedOrderIds = [] } = input;
  const request = { query, fields, needed, optional: peopleFields };
  const unreadAtMost = mostUnread + carriedOrderIds.length;
  for await (const page of platform.orders(access, { ...request, unreadAtMost })) {
    // The search found it in the period.
    const orders = page.map(asOrder).filter((order) => isUnplaced(order) || isIn(createdAtOf(order)));
    yield { found: page.length, orders };
  }
}
