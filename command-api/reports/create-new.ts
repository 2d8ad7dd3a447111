import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import { Grouping } from "#domain/enumerations.ts";
import { tiers } from "#domain/tiers/tiers.ts";
import { ReportDesignData } from "#domain/wire/reports.ts";
import type { WorkspaceCommand } from "#domain/workspace/commands.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { route } from "#infra/app/http/route.ts";
import { loadAuthorized } from "../account/account-data.ts";
import { merchantRequest } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";

const Payload = z
  .strictObject({
    Grouping: z.enum(Grouping).optional(),
    Columns: z.array(z.string().max(100)).max(600).optional(),
  })
  .nullish();

export const createReportRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "reports/create-new",
    summary: "A new report design, as decision 27 says or with a grouping and columns of one's own",
    access: "shop",
    body: Payload,
    data: ReportDesignData,
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const { tier } = await loadAuthorized(deps, tenant);
      const maxReports = tier ? tiers[tier.tier].quotas.MaxReports : 0;
      const result = await deps.runner.execute(
        workspaceDecider,
        tenant,
        (context): WorkspaceCommand => ({
          type: "CreateReportDesign",
          context,
          maxReports,
          ...(body?.Grouping === undefined ? {} : { grouping: body.Grouping }),
          ...(body?.Columns === undefined ? {} : { columns: body.Columns }),
        }),
        merchantRequest(call, tenant, "create-report"),
      );
      if (isRefusal(result)) return result;
      call.setPosition(result.position);
      const created = result.events.find((event) => event.type === "ReportDesignCreated");
      if (!created) throw new Error("A new report design came without its event.");
      const { reportId, title, ordering, grouping } = created.data;
      return { id: reportId, report_id: reportId, title, ordering, grouping, ws_splitter: 0 };
    },
  });
