import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { formatIsoDay, toLocalTime } from "#domain/dates/local-time.ts";
import type { Period } from "#domain/dates/resolve-date-range.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import type { IncludedOrder } from "#domain/export/orders-filter.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import type { Order } from "#domain/orders/order.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import type { LiveFilters } from "#domain/wire/live.ts";
import type { ShopAccess } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { prepareOrdersOfReport } from "../report-data/orders-of-report.ts";
import type { ReadNewestOrders } from "../report-data/recent-orders.ts";

/** Maximum orders of a live page (S-2.9). */
export const maxLiveOrders = 1_000;
/** Newest orders to search if the filter drops some. */
const maxSearchedOrders = 2_000;

export type LiveReportInput = {
  access: ShopAccess;
  account: AuthorizedShop;
  filters: LiveFilters;
  conditions: FilterConditions | null;
  selected: readonly string[];
  requested: { fields: readonly string[]; requiredFields: readonly string[] };
};

let lastReadingId = 0;

/**
 * `gatheredAt`: ISO instant before the first request. `hasMore`: older orders exist. `weight`: about, in characters of
 * JSON.
 */
export type GatheredOrders = {
  /** Number of the reading, unique per process, as the clock may stand still. */
  reading: number;
  gatheredAt: string;
  period: Period;
  orders: readonly IncludedOrder[];
  /** Further orders that the filter cannot evaluate, as some fields are unread. */
  unjudged: readonly Order[];
  hasMore: boolean;
  lookedAt: number | undefined;
  weight: number;
};

/** Key of all that determines the orders and fields read, except the moment, which is in the response. */
export const gatherKey = (input: LiveReportInput, now: Date): string => {
  const { access, account, filters, conditions, selected, requested } = input;
  const zone = resolveZone(account.profile.ianaTimezone);
  const range = [rangeFromWire(filters), zone, formatIsoDay(toLocalTime(now, zone))];
  return sha256(
    JSON.stringify([
      access.tenant,
      range,
      conditions,
      [...selected].sort(),
      requested.fields,
      requested.requiredFields,
    ]),
  );
};

/** One order in ten is weighed: weighing all takes as long as showing them. */
const weightSampling = 10;

/** Reads without cache. `onPage`: called with the number and weight of each page's orders. */
const readDirectly =
  (platform: QueryApiDeps["platform"], onPage: (read: number, weight: number) => void): ReadNewestOrders =>
  async ({ tenant, shop, signal }, { query, fields, requiredFields = fields, atMost }) => {
    const orders: Order[] = [];
    for await (const page of platform.streamOrders(
      { tenant, shop, signal },
      { query, fields, requiredFields, atMost },
    )) {
      const weighed = page.filter((_order, at) => at % weightSampling === 0);
      onPage(page.length, weighed.reduce((sum, order) => sum + JSON.stringify(order).length, 0) * weightSampling);
      orders.push(...(page as unknown as Order[]));
    }
    return orders;
  };

/**
 * Finds the newest orders of a live report as for its file. Refuses an unreadable range or condition.
 * @throws {PlatformError}
 */
export const prepareGathering = (
  { platform, clock }: Pick<QueryApiDeps, "platform" | "clock">,
  input: LiveReportInput,
): { read(signal: AbortSignal, onPage: (read: number) => void): Promise<GatheredOrders> } | Refusal => {
  const { access, account, filters, conditions, selected, requested } = input;
  let weight = 0;
  let report = (_read: number): void => undefined;
  const readNewest = readDirectly(platform, (read, weighed) => {
    weight += weighed;
    report(read);
  });
  const reach = { lookedAt: maxSearchedOrders, chosen: maxLiveOrders + 1 };
  const open = (signal: AbortSignal, now: Date) =>
    prepareOrdersOfReport(readNewest, { ...access, signal }, account, { filters, conditions, selected }, now, reach);
  const judged = open(access.signal, clock.now());
  if (isRefusal(judged)) return judged;
  return {
    async read(signal, onPage) {
      report = onPage;
      // The request may have waited for an earlier one, so the time is taken now.
      const now = clock.now();
      const found = open(signal, now);
      if (isRefusal(found)) throw new Error(found.message);
      // One extra order shows if there are more.
      const { orders, lookedAt, unjudged = [] } = await found.read(requested, maxLiveOrders + 1);
      lastReadingId += 1;
      return {
        reading: lastReadingId,
        gatheredAt: now.toISOString(),
        period: found.period,
        orders: orders.slice(0, maxLiveOrders),
        unjudged,
        hasMore: orders.length > maxLiveOrders,
        lookedAt,
        weight,
      };
    },
  };
};
