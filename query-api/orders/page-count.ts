import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import type { OrderCount } from "#domain/wire/reporting.ts";
import { route } from "#infra/app/http/route.ts";
import { readManualExport } from "#infra/app/page-state.ts";
import type { QueryApiDeps } from "../deps.ts";
import { shopOf } from "../shop.ts";
import { searchOf } from "./search.ts";

/** How long a count is good for, in ms: a page that is opened in two tabs asks the platform once. */
const goodFor = 3_000;

const createRecent = (wall: () => Date) => {
  const kept = new Map<string, { until: number; count: Promise<number> }>();
  return (key: string, count: () => Promise<number>): Promise<number> => {
    const now = wall().getTime();
    for (const [old, entry] of kept) if (entry.until <= now) kept.delete(old);
    const known = kept.get(key);
    if (known) return known.count;
    const fresh = count();
    kept.set(key, { until: now + goodFor, count: fresh });
    // A failure is told to those who wait for it, and forgotten: the next one asks again.
    fresh.catch(() => kept.delete(key));
    return fresh;
  };
};

/** Orders that the platform finds for the page state's date range (decision 7). */
export const pageCountRoute = (deps: QueryApiDeps) => {
  const recent = createRecent(deps.clock.wall);
  return route({
    method: "GET",
    path: "orders/page-count",
    summary: "How many orders the filters of a page choose",
    access: "shop",
    query: z.strictObject({ location: z.enum(["manual"]) }),
    data: z.strictObject({ Count: z.number(), HasPostProcessFilters: z.boolean() }),
    handler: async (_input, { caller }) => {
      const [page, shop] = await Promise.all([
        readManualExport(deps.state, caller.tenant),
        shopOf(deps, caller.tenant),
      ]);
      const filters = page.UserOrderFilters;
      const search = searchOf(filters, shop, deps.clock);
      if (isRefusal(search)) return search;
      const access = { tenant: caller.tenant, shop: caller.shop };
      const count = await recent(JSON.stringify([caller.tenant, filters]), () =>
        deps.platform.ordersCount(access, search),
      );
      return { Count: count, HasPostProcessFilters: false } satisfies OrderCount;
    },
  });
};
