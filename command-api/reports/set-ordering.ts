import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { seenWorkspace } from "../workspace/base.ts";
import { onWorkspace } from "../workspace/run.ts";

const listed = ({ reports }: WorkspaceState): string[] => reports.map(({ reportId }) => reportId);

export const orderReportsRoute = (deps: CommandApiDeps) =>
  route({
    method: "PUT",
    path: "reports/set-ordering",
    summary: "Puts the report designs into an order; If-Match takes the ETag of the list",
    access: "shop",
    ifMatch: true,
    body: z.array(z.string().max(100)).max(1_000),
    bare: "ids",
    data: z.boolean(),
    handler: async ({ body: wanted }, call) => {
      const seen = await seenWorkspace(deps, call);
      const result = await onWorkspace(deps, call, "order-reports", (state) => ({
        type: "OrderReportDesigns",
        base: listed(seen ?? state),
        wanted,
      }));
      return isRefusal(result) ? result : true;
    },
  });
