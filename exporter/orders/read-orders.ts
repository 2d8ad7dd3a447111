import { within } from "#domain/dates/native-orders-query.ts";
import { searchOfExport } from "#domain/export/orders-filter.ts";
import { idNumber } from "#domain/orders/id-number.ts";
import type { Order } from "#domain/orders/order.ts";
import { isKnownId, isKnownName } from "#domain/orders/unread.ts";
import { mostUnread } from "#infra/ports/store-platform.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import { newestFirst } from "./order-ids.ts";
import { asOrder, createdAtOf, isUnplaced, type OrdersRead, type ReadOrders } from "./orders-of-platform.ts";
import { readSelectedOrders } from "./read-selected-orders.ts";

/**
 * The orders of an export in pages, newest first: the chosen ones, or those of the period with those that the
 * report before left out. The search only narrows. Each order is checked again: its date here, the filter's
 * conditions by `compileOrdersFilter`.
 */
export const readOrders = (options: ReadOrders): AsyncIterable<OrdersRead> => {
  const { selectedOrderIds, carriedOrderIds = [] } = options.input;
  if (selectedOrderIds.length > 0) return readSelectedOrders(options, selectedOrderIds);
  return carriedOrderIds.length > 0 ? readWithCarried(options, carriedOrderIds) : readPeriod(options);
};

/**
 * Merges carried orders by date with those of the period; undated ones come first. Reads them by id only: the
 * period's search may miss them, or fail to read the id that identifies them.
 */
async function* readWithCarried(options: ReadOrders, ids: readonly string[]): AsyncGenerator<OrdersRead> {
  const carried: Order[] = [];
  // They were reported before, so any number of them may be unread.
  const bounds = { unreadAtMost: Number.POSITIVE_INFINITY };
  const byIds = { ...options, platform: options.pages };
  for await (const { orders } of readSelectedOrders(byIds, ids, bounds)) carried.push(...orders);
  const unplaced = carried.filter(isUnplaced);
  if (unplaced.length > 0) yield { found: 0, orders: unplaced };
  const known = new Set(carried.map(({ id }) => id));
  const names = new Set(carried.flatMap(({ name }) => (name !== undefined && isKnownName(name) ? [name] : [])));
  const isCarried = ({ id, name = "" }: Order): boolean => known.has(id) || (!isKnownId(id) && names.has(name));
  let rest = carried.filter((order) => !isUnplaced(order));
  for await (const { found, orders } of readPeriod(options)) {
    const merged: Order[] = [];
    for (const order of orders) {
      if (isCarried(order)) continue;
      const newer = isUnplaced(order) ? [] : rest.filter((one) => newestFirst(placeOf(one), placeOf(order)) < 0);
      rest = rest.slice(newer.length);
      merged.push(...newer, order);
    }
    yield { found, orders: merged };
  }
  if (rest.length > 0) yield { found: 0, orders: rest };
}

const placeOf = (order: Order) => ({ createdAt: createdAtOf(order), number: idNumber(order.id) });

async function* readPeriod({ platform, input, fields, needed, signal }: ReadOrders): AsyncGenerator<OrdersRead> {
  const access = { tenant: input.tenant, shop: input.shop.shop, signal };
  const query = searchOfExport(input);
  const isIn = within(input.filters);
  const { carriedOrderIds = [] } = input;
  const request = { query, fields, needed, optional: peopleFields };
  const unreadAtMost = mostUnread + carriedOrderIds.length;
  for await (const page of platform.orders(access, { ...request, unreadAtMost })) {
    // An order without a date counts as within the period, as the search found it there.
    const orders = page.map(asOrder).filter((order) => isUnplaced(order) || isIn(createdAtOf(order)));
    yield { found: page.length, orders };
  }
}
