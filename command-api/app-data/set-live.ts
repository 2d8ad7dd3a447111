import { z } from "zod";
import { route } from "#application/http/route.ts";
import { writeLivePage } from "#application/live/live-pages.ts";
import { LiveFilters, LivePage } from "#domain/wire/live.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { CommandApiDeps } from "../deps.ts";

export const setLiveRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "appData/setLive",
    summary: "Keeps what the live page chooses the orders of a report design by",
    description:
      "Each design has a date range, a filter and chosen orders of its own. The newest choices of the whole shop count.",
    refuses: ["unknown"],
    access: "shop",
    query: z.strictObject({ reportId: z.string().min(1).max(100) }),
    body: LiveFilters,
    data: LivePage,
    handler: async ({ body, query: { reportId } }, { caller }) => {
      const { state: workspace } = await deps.runner.load(workspaceDecider, caller.tenant);
      const designs = workspace.reports.map((design) => design.reportId);
      return writeLivePage(deps.state, { owner: caller, designs }, reportId, body);
    },
  });
