import { z } from "zod";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { DateRange } from "#domain/enumerations.ts";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import type { OrderCount } from "#domain/wire/reports/reporting.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createRequestCache } from "../request-cache.ts";
import { type OrderChoice, PageLocation, readOrderChoice } from "./page.ts";
import { buildSearch, readConditions } from "./search.ts";

/** Cache time, ms: a page in two tabs queries the platform once. */
const cacheTime = 3_000;

const OrderCountData = z.strictObject({ Count: z.number(), HasPostProcessFilters: z.boolean() });

const allTime = { order_date_range: DateRange.noFilter, order_date_from: null, order_date_to: null };

/** Counts orders that the platform finds: for a page, and for one filter over all time. */
export const countRoutes = (deps: QueryApiDeps): Route[] => {
  const recent = createRequestCache<number>(deps.clock.steady, cacheTime);
  const count = async (
    { signal, caller: { tenant, shop } }: CallOf<"shop">,
    { filters, conditions }: OrderChoice,
  ): Promise<OrderCount | Refusal> => {
    const account = await loadAuthorizedShop(deps, tenant);
    const search = buildSearch(filters, conditions, account, deps.clock.now());
    if (isRefusal(search)) return search;
    // Cached by the filter's content, not its id: a save makes the old count invalid.
    const { financial_status, fulfillment_status, order_status, sievers } = conditions ?? {};
    const key = [tenant, rangeFromWire(filters), [financial_status, fulfillment_status, order_status, sievers]];
    const Count = await recent(JSON.stringify(key), signal, (shared) =>
      deps.platform.countOrders({ tenant, shop, signal: shared }, search.query),
    );
    return { Count, HasPostProcessFilters: !search.exact };
  };
  return [
    route({
      method: "GET",
      path: "orders/page-count",
      summary: "How many orders the filters of a page choose, at most",
      description:
        "HasPostProcessFilters is true if some conditions are only checked while a file is made, so that there may be fewer orders. The count is kept for 3 seconds.",
      refuses: ["rule", "invalid", "unknown"],
      access: "shop",
      asksPlatform: true,
      query: PageLocation,
      data: OrderCountData,
      handler: async ({ query }, call) => count(call, await readOrderChoice(deps, call.caller, query)),
    }),
    route({
      method: "GET",
      path: "filters/order-count",
      summary: "How many orders of all time a filter chooses, at most",
      description:
        "Ignores every date range. HasPostProcessFilters is true if some conditions are only checked while a file is made.",
      refuses: ["rule", "invalid", "unknown"],
      access: "shop",
      asksPlatform: true,
      query: z.strictObject({ id: z.string().min(1).max(100) }),
      data: OrderCountData,
      handler: async ({ query: { id } }, call) => {
        const conditions = await readConditions(deps, call.caller.tenant, id);
        if (isRefusal(conditions)) return conditions;
        return count(call, { filters: { ...allTime, report_filter_id: id }, conditions });
      },
    }),
  ];
};
