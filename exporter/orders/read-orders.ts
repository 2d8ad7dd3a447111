import { createPeriodTest } from "#domain/dates/build-native-orders-query.ts";
import { buildSearchQuery } from "#domain/export/orders-filter.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { isKnownId, isKnownName } from "#domain/orders/unread.ts";
import { maxUnreadOrders } from "#infra/ports/store-platform.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import { newestFirst } from "./order-ids.ts";
import {
  castOrder,
  getCreatedAt,
  lacksIdOrDate,
  type OrdersPage,
  type ReadOrdersOptions,
} from "./orders-of-platform.ts";
import { readSelectedOrders } from "./read-selected-orders.ts";

/**
 * The orders of an export in pages, newest first: the chosen ones, or those of the period with those that the
 * report before left out. The search only narrows. Each order is checked again: its date here, the filter's
 * conditions by `compileOrdersFilter`.
 */
export const readOrders = (options: ReadOrdersOptions): AsyncIterable<OrdersPage> => {
  const { selectedOrderIds, carriedOrderIds = [] } = options.input;
  if (selectedOrderIds.length > 0) return readSelectedOrders(options, selectedOrderIds);
  return carriedOrderIds.length > 0 ? readWithCarried(options, carriedOrderIds) : readPeriod(options);
};

/**
 * Merges carried orders by date with those of the period; undated ones come first. Reads them by id only: the
 * period's search may miss them, or fail to read the id that identifies them.
 */
async function* readWithCarried(options: ReadOrdersOptions, ids: readonly string[]): AsyncGenerator<OrdersPage> {
  const carried: Order[] = [];
  // They were reported before, so any number of them may be unread.
  const bounds = { unreadAtMost: Number.POSITIVE_INFINITY };
  const byIds = { ...options, platform: options.pages };
  for await (const { orders } of readSelectedOrders(byIds, ids, bounds)) carried.push(...orders);
  const unplaced = carried.filter(lacksIdOrDate);
  if (unplaced.length > 0) yield { found: 0, orders: unplaced };
  const known = new Set(carried.map(({ id }) => id));
  const names = new Set(carried.flatMap(({ name }) => (name !== undefined && isKnownName(name) ? [name] : [])));
  const isCarried = ({ id, name = "" }: Order): boolean => known.has(id) || (!isKnownId(id) && names.has(name));
  let rest = carried.filter((order) => !lacksIdOrDate(order));
  for await (const { found, orders } of readPeriod(options)) {
    const merged: Order[] = [];
    for (const order of orders) {
      if (isCarried(order)) continue;
      const newer = lacksIdOrDate(order) ? [] : rest.filter((one) => newestFirst(sortKeyOf(one), sortKeyOf(order)) < 0);
      rest = rest.slice(newer.length);
      merged.push(...newer, order);
    }
    yield { found, orders: merged };
  }
  if (rest.length > 0) yield { found: 0, orders: rest };
}

const sortKeyOf = (order: Order) => ({ createdAt: getCreatedAt(order), number: parseIdNumber(order.id) });

async function* readPeriod({
  platform,
  input,
  fields,
  requiredFields,
  signal,
}: ReadOrdersOptions): AsyncGenerator<OrdersPage> {
  const access = { tenant: input.tenant, shop: input.shop.shop, signal };
  const query = buildSearchQuery(input);
  const isIn = createPeriodTest(input.filters);
  const { carriedOrderIds = [] } = input;
  const request = { query, fields, requiredFields, optional: peopleFields };
  const unreadAtMost = maxUnreadOrders + carriedOrderIds.length;
  for await (const page of platform.streamOrders(access, { ...request, unreadAtMost })) {
    // An order without a date counts as within the period, as the search found it there.
    const orders = page.map(castOrder).filter((order) => lacksIdOrDate(order) || isIn(getCreatedAt(order)));
    yield { found: page.length, orders };
  }
}
