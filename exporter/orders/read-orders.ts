import { within } from "#domain/dates/native-orders-query.ts";
import { searchOfExport } from "#domain/export/orders-filter.ts";
import { peopleFields } from "../attempt/people-sink.ts";
import { asOrder, createdAtOf, type OrdersRead, type ReadOrders } from "./orders-of-platform.ts";
import { readSelectedOrders } from "./read-selected-orders.ts";

/**
 * The orders of an export in pages, newest first. With chosen orders exactly those, else the orders of the
 * period: the search only narrows what is fetched, and each order is checked again, its date here and the
 * conditions of its filter by `compileOrdersFilter`.
 */
export const readOrders = (options: ReadOrders): AsyncIterable<OrdersRead> =>
  options.input.selectedOrderIds.length > 0 ? readSelectedOrders(options) : readPeriod(options);

async function* readPeriod({ platform, input, fields, needed, signal }: ReadOrders): AsyncGenerator<OrdersRead> {
  const access = { tenant: input.tenant, shop: input.shop.shop, signal };
  const query = searchOfExport(input);
  const isIn = within(input.filters);
  for await (const page of platform.orders(access, { query, fields, needed, optional: peopleFields })) {
    const orders = page.map(asOrder).filter((order) => isIn(createdAtOf(order)));
    yield { found: page.length, orders };
  }
}
