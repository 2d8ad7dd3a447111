import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { seenWorkspace } from "./base.ts";
import { onWorkspace } from "./run.ts";

type OrderedList = {
  path: string;
  /** Within a sentence. */
  things: string;
  /** Names the call among commands of one id. */
  step: string;
  command: "OrderFilters" | "OrderReportDesigns";
  /** The ids of the list in its order. */
  listed(state: WorkspaceState): string[];
};

/** Puts a list of the workspace into an order: what is meant are the moves between what was seen and what is sent. */
export const orderingRoute = (deps: CommandApiDeps, { path, things, step, command, listed }: OrderedList) =>
  route({
    method: "PUT",
    path,
    summary: `Puts the ${things} into an order; If-Match takes the ETag of the list`,
    access: "shop",
    ifMatch: true,
    body: z.array(z.string().max(100)).max(1_000),
    bare: "ids",
    data: z.boolean(),
    handler: async ({ body: wanted }, call) => {
      const seen = await seenWorkspace(deps, call);
      const result = await onWorkspace(deps, call, step, (state) => ({
        type: command,
        base: listed(seen ?? state),
        wanted,
      }));
      return isRefusal(result) ? result : true;
    },
  });
