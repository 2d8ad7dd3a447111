import type { Route } from "#application/http/route.ts";
import { detokenizeFilter, readPersonalTexts } from "#application/privacy/personal-values.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import { filterOnWire, pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import { FilterData } from "#domain/wire/filters/filters.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createItemRoutes } from "../workspace/item-routes.ts";
import { createFilterRoute } from "./create-new.ts";
import { updateFilterRoute } from "./update-filter.ts";

export const filterCommands = (deps: CommandApiDeps): Route[] => [
  createFilterRoute(deps),
  updateFilterRoute(deps),
  ...createItemRoutes(deps, {
    folder: "filters",
    kind: filterKind,
    data: FilterData,
    toWire: async (filter: FilterFacts) => filterOnWire(await detokenizeFilter(deps.vault, filter)),
    clone: (filterId, { filters: maxFilters }) => ({ type: "CloneFilter", filterId, maxFilters }),
    clonedIn: (event) => (event.type === "FilterCloned" ? event.data : undefined),
    remove: (filterId) => ({ type: "DeleteFilter", filterId }),
    order: { list: "filters of the Manager", command: (base, wanted) => ({ type: "OrderFilters", base, wanted }) },
    restore: async (earlier, version, { filters: maxFilters }) => ({
      type: "RestoreFilter",
      filterId: earlier.filterId,
      version,
      earlier: pickFilterContent(earlier),
      texts: await readPersonalTexts(deps.vault, earlier.sievers),
      maxFilters,
    }),
  }),
];
