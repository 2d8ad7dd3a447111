import { ownFilters } from "#domain/workspace/filters.ts";
import type { CommandApiDeps } from "../deps.ts";
import { orderingRoute } from "../workspace/ordering-route.ts";

export const orderFiltersRoute = (deps: CommandApiDeps) =>
  orderingRoute(deps, {
    path: "filters/set-ordering",
    things: "filters of the Manager",
    step: "order-filters",
    command: "OrderFilters",
    listed: ({ filters }) => ownFilters(filters).map(({ filterId }) => filterId),
  });
