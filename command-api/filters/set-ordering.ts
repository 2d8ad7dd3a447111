import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import { ownFilters } from "#domain/workspace/filters.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { seenWorkspace } from "../workspace/base.ts";
import { onWorkspace } from "../workspace/run.ts";

const listed = ({ filters }: WorkspaceState): string[] => ownFilters(filters).map(({ filterId }) => filterId);

export const orderFiltersRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "filters/set-ordering",
    summary: "Puts the filters of the Manager into an order; If-Match takes the ETag of the list",
    access: "shop",
    ifMatch: true,
    body: z.array(z.string().max(100)).max(1_000),
    bare: "ids",
    data: z.boolean(),
    handler: async ({ body: wanted }, call) => {
      const seen = await seenWorkspace(deps, call);
      const result = await onWorkspace(deps, call, "order-filters", (state) => ({
        type: "OrderFilters",
        base: listed(seen ?? state),
        wanted,
      }));
      return isRefusal(result) ? result : true;
    },
  });
