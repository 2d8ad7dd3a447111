import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { compileOrdersFilter, type IncludedOrder } from "#domain/export/orders-filter.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { buildIdsQuery } from "#domain/orders/build-ids-query.ts";
import { createCreationTest, type DatedPeriod } from "#domain/orders/date-basis.ts";
import type { Order } from "#domain/orders/order.ts";
import { hasUnreadField } from "#domain/orders/unread.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import { buildSearch } from "../orders/search.ts";
import type { OrdersOfPreview } from "./make-preview.ts";
import type { ReadNewestOrders } from "./recent-orders.ts";

export type SearchLimits = {
  /** Newest orders to search if the filter drops some that the search finds. */
  lookedAt: number;
  /** Newest orders to read of those chosen one by one. */
  chosen: number;
};
/** Limits of a preview: one page of the platform, and as many ids as one search takes. */
const previewLimits: SearchLimits = { lookedAt: 250, chosen: 200 };
/** Ids per search, the same as for a file. */
export const idsPerSearch = 200;

/** `conditions`: of the filter, if any. */
type ReportChoice = { filters: UserOrderFilters; conditions: FilterConditions | null; selected: readonly string[] };

type RequestedFields = { fields: readonly string[]; requiredFields: readonly string[] };

/** The newest orders that a file would contain. `read`: at most that many. */
export type OrdersOfReport = {
  period: DatedPeriod;
  read(requested: RequestedFields, atMost: number): Promise<OrdersOfPreview>;
};

const numberOf = (id: string): string => id.replace(/^.*\//, "");

/** Returns the highest ids: a store numbers orders as they come. */
const newestIds = (ids: readonly string[], atMost: number): string[] =>
  [...new Set(ids.map(numberOf))]
    .sort((one, other) => other.length - one.length || (one < other ? 1 : -1))
    .slice(0, atMost);

const newestFirst = (one: Order, other: Order): number =>
  (other.createdAt ?? "") < (one.createdAt ?? "") ? -1 : Number((other.createdAt ?? "") > (one.createdAt ?? ""));

/**
 * Choice of orders at an instant: period, a search that finds at least these, filter, and functions that apply it (R-19
 * to R-24). Refuses an unreadable range or condition.
 */
export const compileChoice = (account: AuthorizedShop, { filters, conditions, selected }: ReportChoice, now: Date) => {
  const search = buildSearch(filters, conditions, account, now);
  if (isRefusal(search)) return search;
  const { period, query } = search;
  const filter = compileOrdersFilter({
    filter: conditions,
    filters: period,
    selectedOrderIds: [...selected],
    requestedAt: now.toISOString(),
    shop: { ianaTimezone: resolveZone(account.profile.ianaTimezone) },
  });
  const lacksIdOrDate = (order: Order): boolean => hasUnreadField(order, ["id", "createdAt"]);
  // The search found an order without a date within the period.
  const isCreatedIn = createCreationTest(period);
  const isIn = (order: Order): boolean =>
    selected.length > 0 || lacksIdOrDate(order) || (order.createdAt !== undefined && isCreatedIn(order.createdAt));
  const isUnjudged = (order: Order): boolean => lacksIdOrDate(order) || hasUnreadField(order, filter.fields);
  const kept = (orders: readonly Order[]): IncludedOrder[] =>
    orders.flatMap((order) => (isIn(order) && !isUnjudged(order) ? filter.select(order) : undefined) ?? []);
  /** Orders that cannot be placed or evaluated, as some fields are unread. */
  const unjudged = (orders: readonly Order[]): Order[] =>
    orders.filter((order) => isIn(order) && isUnjudged(order) && !filter.isOutsidePeriod(order));
  return { period, query, filter, kept, unjudged };
};

/**
 * Finds a report's orders as its file does: by search, then by the whole filter. A filter that drops
 * orders first reads few fields of many orders, then all fields of the kept ones.
 */
export const prepareOrdersOfReport = (
  readNewest: ReadNewestOrders,
  access: ShopAccess,
  account: AuthorizedShop,
  wanted: ReportChoice,
  now: Date,
  limits: SearchLimits = previewLimits,
): OrdersOfReport | Refusal => {
  const choice = compileChoice(account, wanted, now);
  if (isRefusal(choice)) return choice;
  const { period, query, filter, kept, unjudged } = choice;
  const newest = (of: string, fields: readonly string[], requiredFields: readonly string[], atMost: number) =>
    readNewest(access, {
      query: of,
      fields: [...new Set(fields)].sort(),
      requiredFields: [...new Set(requiredFields)].sort(),
      atMost,
      mustReload: false,
    });

  /** Takes as many searches as needed, and sorts like one. */
  const byIds = async (
    ids: readonly string[],
    fields: readonly string[],
    requiredFields: readonly string[],
    atMost: number,
  ) => {
    if (ids.length <= idsPerSearch) return newest(buildIdsQuery([...ids]), fields, requiredFields, atMost);
    const orders: Order[] = [];
    for (let first = 0; first < ids.length && orders.length < atMost; first += idsPerSearch)
      orders.push(
        ...(await newest(buildIdsQuery(ids.slice(first, first + idsPerSearch)), fields, requiredFields, idsPerSearch)),
      );
    return orders.sort(newestFirst).slice(0, atMost);
  };
  const chosen = newestIds(wanted.selected, limits.chosen);
  const find = (fields: readonly string[], requiredFields: readonly string[], atMost: number) =>
    chosen.length > 0 ? byIds(chosen, fields, requiredFields, atMost) : newest(query, fields, requiredFields, atMost);

  return {
    period,
    async read({ fields, requiredFields }, atMost) {
      const all = [...fields, ...filter.fields];
      const must = [...requiredFields, ...filter.fields];
      if (!filter.dropsOrders) {
        const whole = await find(all, must, atMost);
        return { orders: kept(whole), unjudged: unjudged(whole), generated: false };
      }
      const first = ["createdAt", ...filter.fields];
      const looked = await find(first, first, limits.lookedAt);
      const found = kept(looked).slice(0, atMost);
      const unjudgedOrders = unjudged(looked);
      const more = looked.length === limits.lookedAt && found.length < atMost ? { lookedAt: looked.length } : {};
      if (found.length === 0) return { orders: [], unjudged: unjudgedOrders, generated: false, ...more };
      const ids = found.map(({ order }) => numberOf(order.id));
      const whole = await byIds(ids, all, must, atMost);
      unjudgedOrders.push(...unjudged(whole));
      return {
        orders: kept(whole),
        unjudged: unjudgedOrders,
        generated: false,
        linesFiltered: filter.dropsLines,
        ...more,
      };
    },
  };
};
