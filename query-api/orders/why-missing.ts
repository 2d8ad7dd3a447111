import { type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { WhyMissingData, WhyMissingPayload } from "#domain/wire/filters/why-missing.ts";
import type { QueryApiDeps } from "../deps.ts";
import { judgeByName } from "./judge-by-name.ts";
import { buildSearch, readConditions } from "./search.ts";

/** Says why a report by these choices would leave out an order. The number is in the body: it may be private. */
export const whyMissingRoute = (deps: QueryApiDeps): Route =>
  route({
    method: "POST",
    path: "orders/why-missing",
    summary: "Whether a date range and a filter keep the order with a number, and what leaves it out",
    description:
      "Judges the order as it is now, as a report would: by its date, then by each condition. Finds numbers with or without # and prefix.",
    refuses: ["rule", "invalid", "unknown"],
    access: "shop",
    asksPlatform: true,
    body: WhyMissingPayload,
    data: WhyMissingData,
    handler: async ({ body: { UserOrderFilters: filters, At, Name } }, { signal, caller: { tenant, shop } }) => {
      const [account, filter] = await Promise.all([
        loadAuthorizedShop(deps, tenant),
        readConditions(deps, tenant, filters.report_filter_id),
      ]);
      if (isRefusal(filter)) return filter;
      const now = deps.clock.now();
      const at = At === null ? now : new Date(Math.min(now.getTime(), Date.parse(At)));
      const search = buildSearch(filters, filter, account, at);
      if (isRefusal(search)) return search;
      const zone = resolveZone(account.profile.ianaTimezone);
      return judgeByName(
        deps.platform,
        { tenant, shop, signal },
        { filter, period: search.period, moment: at.toISOString(), zone, covers: "the date range is" },
        { name: Name, now },
      );
    },
  });
