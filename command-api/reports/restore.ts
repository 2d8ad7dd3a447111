import { z } from "zod";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { RestorePayload } from "#domain/wire/history.ts";
import { designOnWire } from "#domain/wire/report-on-wire.ts";
import { ReportDesignData } from "#domain/wire/reports.ts";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { workspaceAt } from "../workspace/base.ts";
import { loadQuotas } from "../workspace/quotas.ts";
import { left, onWorkspace } from "../workspace/run.ts";

export const restoreReportRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "reports/restore",
    summary: "Brings a report design back as it was at a version of its history, also one that was deleted",
    access: "shop",
    body: RestorePayload,
    data: z.strictObject({ Item: ReportDesignData, NotRestored: z.array(z.string()) }),
    handler: async ({ body: { id: reportId, version } }, call) => {
      const { tenant } = call.caller;
      const [then, { reports: maxReports }] = await Promise.all([
        workspaceAt(deps, tenant, version),
        loadQuotas(deps, tenant),
      ]);
      const earlier = then.reports.find((report) => report.reportId === reportId);
      if (!earlier)
        return refuse(
          "unknown",
          "There was no such report design at that version. Choose a line of the design's own history.",
        );
      const result = await onWorkspace(deps, call, `restore-report ${reportId} ${version}`, () => ({
        type: "RestoreReportDesign",
        version,
        earlier,
        maxReports,
      }));
      if (isRefusal(result)) return result;
      const restored = result.events.find((event) => event.type === "ReportDesignRestored");
      const now = result.state.reports.find((report) => report.reportId === reportId);
      return { Item: designOnWire(left(now, "a report design")), NotRestored: restored?.data.notRestored ?? [] };
    },
  });
