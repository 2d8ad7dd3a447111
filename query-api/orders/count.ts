import { z } from "zod";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { DateRange } from "#domain/enumerations.ts";
import type { OrderCount, UserOrderFilters } from "#domain/wire/reporting.ts";
import { type Caller, type Route, route } from "#infra/app/http/route.ts";
import { readManualExport } from "#infra/app/page-state.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createRecent } from "../recent.ts";
import { shopOf } from "../shop.ts";
import { conditionsOf, searchOf } from "./search.ts";

/** How long a count is good for, in ms: a page that is opened in two tabs asks the platform once. */
const goodFor = 3_000;

const OrderCountData = z.strictObject({ Count: z.number(), HasPostProcessFilters: z.boolean() });

const allTime = { order_date_range: DateRange.noFilter, order_date_from: null, order_date_to: null };

/** Orders that the platform finds: for a page's state (decision 7), and for one filter over all time up to now. */
export const countRoutes = (deps: QueryApiDeps): Route[] => {
  const recent = createRecent<number>(deps.clock.wall, goodFor);
  const count = async ({ tenant, shop }: Caller, filters: UserOrderFilters): Promise<OrderCount | Refusal> => {
    const [account, conditions] = await Promise.all([
      shopOf(deps, tenant),
      conditionsOf(deps, tenant, filters.report_filter_id),
    ]);
    if (isRefusal(conditions)) return conditions;
    const search = searchOf(filters, conditions, account, deps.clock.now());
    if (isRefusal(search)) return search;
    // By what the filter says, not by its id: after a save the old count is no answer.
    const { order_date_range, order_date_from, order_date_to } = filters;
    const { financial_status, fulfillment_status, order_status, sievers } = conditions ?? {};
    const key = [
      tenant,
      [order_date_range, order_date_from, order_date_to],
      [financial_status, fulfillment_status, order_status, sievers],
    ];
    const Count = await recent(JSON.stringify(key), () => deps.platform.ordersCount({ tenant, shop }, search.query));
    return { Count, HasPostProcessFilters: !search.exact };
  };
  return [
    route({
      method: "GET",
      path: "orders/page-count",
      summary: "How many orders the filters of a page choose, at most",
      access: "shop",
      query: z.strictObject({ location: z.enum(["manual"]) }),
      data: OrderCountData,
      handler: async (_input, { caller }) =>
        count(caller, (await readManualExport(deps.state, caller.tenant)).UserOrderFilters),
    }),
    route({
      method: "GET",
      path: "filters/order-count",
      summary: "How many orders of all time a filter chooses, at most",
      access: "shop",
      query: z.strictObject({ id: z.string().min(1).max(100) }),
      data: OrderCountData,
      handler: ({ query: { id } }, { caller }) => count(caller, { ...allTime, report_filter_id: id }),
    }),
  ];
};
