import { z } from "zod";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { contentAlone, filterOnWire } from "#domain/wire/filter-on-wire.ts";
import { FilterData } from "#domain/wire/filters.ts";
import { RestorePayload } from "#domain/wire/history.ts";
import { route } from "#infra/app/http/route.ts";
import { speak, textsOf } from "#infra/app/personal-values.ts";
import type { CommandApiDeps } from "../deps.ts";
import { workspaceAt } from "../workspace/base.ts";
import { loadQuotas } from "../workspace/quotas.ts";
import { left, onWorkspace } from "../workspace/run.ts";

export const restoreFilterRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "filters/restore",
    summary: "Brings a filter back as it was at a version of its history, also one that was deleted",
    access: "shop",
    body: RestorePayload,
    data: z.strictObject({ Item: FilterData, NotRestored: z.array(z.string()) }),
    handler: async ({ body: { id: filterId, version } }, call) => {
      const { tenant } = call.caller;
      const [then, { filters: maxFilters }] = await Promise.all([
        workspaceAt(deps, tenant, version),
        loadQuotas(deps, tenant),
      ]);
      const earlier = then.filters.find((filter) => filter.filterId === filterId);
      if (!earlier)
        return refuse(
          "unknown",
          "There was no such filter at that version. Choose a line of the filter's own history.",
        );
      const texts = await textsOf(deps.vault, earlier.sievers);
      const result = await onWorkspace(deps, call, `restore-filter ${filterId} ${version}`, () => ({
        type: "RestoreFilter",
        filterId,
        version,
        earlier: contentAlone(earlier),
        texts,
        maxFilters,
      }));
      if (isRefusal(result)) return result;
      const restored = result.events.find((event) => event.type === "FilterRestored");
      const now = result.state.filters.find((filter) => filter.filterId === filterId);
      return {
        Item: filterOnWire(await speak(deps.vault, left(now, "a filter"))),
        NotRestored: restored?.data.notRestored ?? [],
      };
    },
  });
