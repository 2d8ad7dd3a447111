import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { detokenizeFilter } from "#application/privacy/personal-values.ts";
import { filterOnWire } from "#domain/wire/filters/filter-on-wire.ts";
import { FilterData, ListedFilterData } from "#domain/wire/filters/filters.ts";
import type { QueryApiDeps } from "../deps.ts";
import { setListHeaders } from "../set-list-headers.ts";
import { filterReads, readFilter, readFilters } from "./filters.ts";
import { listFilters } from "./list-filters.ts";
import { suggestionsRoute } from "./suggestions.ts";

const Id = z.strictObject({ id: z.string().min(1).max(100) });

export const filterRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "GET",
    path: "filters/get-filters",
    summary:
      "Lists the shop's filters, including system filters, sorted by view and place. Each has a description in words. The ETag is for the whole list",
    description:
      "The conditions are not included: filters/get-filter returns them. x-stale: true means the list may be behind.",
    access: "shop",
    reads: filterReads,
    data: z.array(ListedFilterData),
    handler: async (_input, call) => {
      const { filters, isWhole } = await readFilters(deps, call.caller.tenant);
      setListHeaders(call, filters, isWhole);
      return listFilters(deps, call.caller.tenant, filters);
    },
  }),
  route({
    method: "GET",
    path: "filters/get-filter",
    summary: "Returns one filter. Send its ETag in If-Match with an update",
    description: "Holds all conditions with their values. A system filter is one that belongs to a page.",
    refuses: ["unknown"],
    access: "shop",
    reads: filterReads,
    query: Id,
    data: FilterData,
    handler: async ({ query }, call) => {
      const { filter, version } = await readFilter(deps, call.caller.tenant, query.id);
      call.setHeader("etag", `"${version}"`);
      return filterOnWire(await detokenizeFilter(deps.vault, filter));
    },
  }),
  suggestionsRoute(deps),
];
