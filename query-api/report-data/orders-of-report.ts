import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import { isWithin } from "#domain/dates/native-orders-query.ts";
import type { Period } from "#domain/dates/resolve-date-range.ts";
import { compileOrdersFilter, type KeptOrder } from "#domain/export/orders-filter.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { idsQuery } from "#domain/orders/ids-query.ts";
import type { Order } from "#domain/orders/order.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import { searchOf } from "../orders/search.ts";
import type { OrdersOfPreview } from "./make-preview.ts";
import type { ReadNewestOrders } from "./recent-orders.ts";

/** Where the filter drops orders that the search finds, so many of the newest are looked at: a page of the platform. */
const lookedAtMost = 250;
/** Ids in one search, as when a file is made. */
const idsAtOnce = 200;

/** What a report is to be of, as its page says. `conditions`: of its filter, null without one. */
type Chosen = { filters: UserOrderFilters; conditions: FilterConditions | null; selected: readonly string[] };

/** What is asked of each order (`OrdersRequest`). */
type Asked = { fields: readonly string[]; needed: readonly string[] };

/** The newest orders that a file would hold. `read`: asks of each for what a preview shows, at most so many of them. */
export type OrdersOfReport = {
  period: Period;
  read(asked: Asked, atMost: number): Promise<OrdersOfPreview>;
};

const numberOf = (id: string): string => id.replace(/^.*\//, "");

/** Of many chosen orders those with the highest ids: a store counts them as they come. */
const newestIds = (ids: readonly string[]): string[] =>
  [...new Set(ids.map(numberOf))]
    .sort((one, other) => other.length - one.length || (one < other ? 1 : -1))
    .slice(0, idsAtOnce);

/**
 * Finds the orders of a report as its file does: by the platform's search, and again by the whole filter. Where the filter can
 * drop some, few fields of many orders are read first, and everything of those alone that are kept.
 */
export const ordersOfReport = (
  readNewest: ReadNewestOrders,
  access: ShopAccess,
  account: AuthorizedShop,
  { filters, conditions, selected }: Chosen,
  now: Date,
): OrdersOfReport | Refusal => {
  const search = searchOf(filters, conditions, account, now);
  if (isRefusal(search)) return search;
  const { period } = search;
  const query = selected.length > 0 ? idsQuery(newestIds(selected)) : search.query;
  const filter = compileOrdersFilter({
    filter: conditions,
    selectedOrderIds: [...selected],
    requestedAt: now.toISOString(),
    shop: { ianaTimezone: knownZone(account.profile.ianaTimezone) },
  });
  const kept = (orders: readonly Order[]): KeptOrder[] =>
    orders.flatMap((order) => {
      const isIn = selected.length > 0 || (order.createdAt !== undefined && isWithin(order.createdAt, period));
      return (isIn ? filter.keep(order) : undefined) ?? [];
    });
  const newest = (of: string, fields: readonly string[], needed: readonly string[], atMost: number) =>
    readNewest(access, {
      query: of,
      fields: [...new Set(fields)].sort(),
      needed: [...new Set(needed)].sort(),
      atMost,
      fresh: false,
    });

  return {
    period,
    async read({ fields, needed }, atMost) {
      const all = [...fields, ...filter.fields];
      const must = [...needed, ...filter.fields];
      if (!filter.dropsOrders) return { orders: kept(await newest(query, all, must, atMost)), generated: false };
      const first = ["createdAt", ...filter.fields];
      const looked = await newest(query, first, first, lookedAtMost);
      const found = kept(looked).slice(0, atMost);
      const more = looked.length === lookedAtMost && found.length < atMost ? { lookedAt: looked.length } : {};
      if (found.length === 0) return { orders: [], generated: false, ...more };
      const ids = idsQuery(found.map(({ order }) => numberOf(order.id)));
      const orders = kept(await newest(ids, all, must, atMost));
      return { orders, generated: false, linesFiltered: filter.dropsLines, ...more };
    },
  };
};
