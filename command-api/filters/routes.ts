import type { Route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { cloneFilterRoute } from "./clone.ts";
import { createFilterRoute } from "./create-new.ts";
import { deleteFilterRoute } from "./delete.ts";
import { restoreFilterRoute } from "./restore.ts";
import { orderFiltersRoute } from "./set-ordering.ts";
import { updateFilterRoute } from "./update-filter.ts";

/** Everything that changes filters. */
export const filterCommands = (deps: CommandApiDeps): Route[] =>
  [
    createFilterRoute,
    updateFilterRoute,
    cloneFilterRoute,
    deleteFilterRoute,
    orderFiltersRoute,
    restoreFilterRoute,
  ].map((make) => make(deps));
