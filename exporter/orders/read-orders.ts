import { buildSearchQuery } from "#domain/export/orders-filter.ts";
import { createCreationTest } from "#domain/orders/date-basis.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { hasUnreadField, isKnownId, isKnownName } from "#domain/orders/unread.ts";
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
 * Reads an export's orders in pages, newest first: the chosen ones, or the period's with the carried ones. The
 * search only narrows, so each order is checked again: its creation here, another day that counts and the
 * filter's conditions by `compileOrdersFilter`.
 */
export const readOrders = (options: ReadOrdersOptions): AsyncIterable<OrdersPage> => {
  const { selectedOrderIds, carriedOrderIds = [] } = options.input;
  if (selectedOrderIds.length > 0) return readSelectedOrders(options, selectedOrderIds);
  return carriedOrderIds.length > 0 ? readWithCarried(options, carriedOrderIds) : readPeriod(options);
};

/**
 * Merges carried orders by date; undated ones come first. Reads them by id only: the period's search may miss
 * them or their ids.
 */
async function* readWithCarried(options: ReadOrdersOptions, ids: readonly string[]): AsyncGenerator<OrdersPage> {
  const carried: Order[] = [];
  const gone = new Set<string>();
  // Reported before, so any number may be unread.
  const bounds = { unreadAtMost: Number.POSITIVE_INFINITY };
  const byIds = { ...options, platform: options.pages };
  for await (const page of readSelectedOrders(byIds, ids, bounds)) {
    carried.push(...page.orders);
    for (const id of page.gone ?? []) gone.add(id);
  }
  const unplaced = carried.filter(lacksIdOrDate);
  if (unplaced.length > 0) yield { found: 0, orders: unplaced };
  const known = new Set(carried.map(({ id }) => id));
  const namesakes = createNamesakes(carried, createCreationTest(options.input.filters));
  let rest = carried.filter((order) => !lacksIdOrDate(order));
  for await (const { found, orders } of readPeriod(options)) {
    const merged: Order[] = [];
    for (const order of orders) {
      // If the period has it after all, it isn't gone.
      gone.delete(order.id);
      if (known.has(order.id)) {
        merged.push(...namesakes.release(order));
        continue;
      }
      if (!isKnownId(order.id) && namesakes.hold(order)) continue;
      const newer = lacksIdOrDate(order) ? [] : rest.filter((one) => newestFirst(sortKeyOf(one), sortKeyOf(order)) < 0);
      rest = rest.slice(newer.length);
      merged.push(...newer, order);
    }
    yield { found, orders: merged };
  }
  if (rest.length > 0 || gone.size > 0) yield { found: 0, orders: rest, gone: [...gone] };
}

/** Time of an order, epoch ms; undefined if unreadable. */
const timeOf = (order: Order): number | undefined =>
  hasUnreadField(order, ["createdAt"]) || typeof order.createdAt !== "string" ? undefined : Date.parse(order.createdAt);

/**
 * Recognizes carried orders among the period's orders without a readable id: the only one of its name, as names aren't
 * unique, and without another date. All others are reported.
 */
const createNamesakes = (carried: readonly Order[], isIn: (createdAt: string) => boolean) => {
  const carriedByName = new Map<string, Order>();
  for (const order of carried) {
    const isInPeriod = timeOf(order) === undefined || isIn(getCreatedAt(order));
    if (isInPeriod && order.name !== undefined && isKnownName(order.name)) carriedByName.set(order.name, order);
  }
  const held = new Map<string, Order>();
  return {
    hold: (order: Order): boolean => {
      const { name = "" } = order;
      const carriedOrder = carriedByName.get(name);
      if (!carriedOrder) return false;
      const [time, carriedTime] = [timeOf(order), timeOf(carriedOrder)];
      if (time !== undefined && carriedTime !== undefined && time !== carriedTime) return false;
      carriedByName.delete(name);
      held.set(carriedOrder.id, order);
      return true;
    },
    /** The period has this carried order itself, so the one taken for it is another. */
    release: ({ id }: Order): Order[] => {
      for (const [name, order] of carriedByName) if (order.id === id) carriedByName.delete(name);
      const other = held.get(id);
      held.delete(id);
      return other ? [other] : [];
    },
  };
};

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
  const isIn = createCreationTest(input.filters);
  const { carriedOrderIds = [] } = input;
  const request = { query, fields, requiredFields, optional: peopleFields, isPatient: true };
  const unreadAtMost = maxUnreadOrders + carriedOrderIds.length;
  for await (const page of platform.streamOrders(access, { ...request, unreadAtMost })) {
    // The search found an order without a date within the period.
    const orders = page.map(castOrder).filter((order) => lacksIdOrDate(order) || isIn(getCreatedAt(order)));
    yield { found: page.length, orders };
  }
}
