import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import { filterOnWire } from "#domain/wire/filter-on-wire.ts";
import { FilterData } from "#domain/wire/filters.ts";
import { route } from "#infra/app/http/route.ts";
import { speak } from "#infra/app/personal-values.ts";
import type { CommandApiDeps } from "../deps.ts";
import { loadQuotas } from "../workspace/quotas.ts";
import { left, onWorkspace } from "../workspace/run.ts";

export const cloneFilterRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "filters/clone",
    summary: "A copy of a filter, the last of the list",
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: FilterData,
    handler: async ({ body: filterId }, call) => {
      const { filters: maxFilters } = await loadQuotas(deps, call.caller.tenant);
      const result = await onWorkspace(deps, call, `clone-filter ${filterId}`, () => ({
        type: "CloneFilter",
        filterId,
        maxFilters,
      }));
      if (isRefusal(result)) return result;
      const cloned = result.events.find((event) => event.type === "FilterCloned");
      return filterOnWire(await speak(deps.vault, left(cloned, "filters").data));
    },
  });
