import { route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { filterOnWire } from "#domain/wire/filters/filter-on-wire.ts";
import { CreateFilterPayload, FilterData } from "#domain/wire/filters/filters.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeOnWorkspace, requireItem } from "../workspace/execute-on-workspace.ts";
import { loadQuotas } from "../workspace/quotas.ts";

export const createFilterRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "filters/create-new",
    summary: "A new filter that keeps every order, the last of the list; with a title of its own where one is sent",
    description:
      "Without a title it is called 'New filter' with the first free number. The shop's tier limits how many there can be.",
    refuses: ["rule", "invalid"],
    access: "shop",
    body: CreateFilterPayload,
    data: FilterData,
    handler: async ({ body }, call) => {
      const { filters: maxFilters } = await loadQuotas(deps, call.caller.tenant);
      const result = await executeOnWorkspace(deps, call, "create-filter", () => ({
        type: "CreateFilter",
        maxFilters,
        ...(body?.Title === undefined ? {} : { title: body.Title }),
      }));
      if (isRefusal(result)) return result;
      const created = result.events.find((event) => event.type === "FilterCreated");
      return filterOnWire(requireItem(created, "filters").data);
    },
  });
