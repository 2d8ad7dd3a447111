import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import { designOnWire } from "#domain/wire/report-on-wire.ts";
import { ReportDesignData } from "#domain/wire/reports.ts";
import { route } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { loadQuotas } from "../workspace/quotas.ts";
import { left, onWorkspace } from "../workspace/run.ts";

export const cloneReportRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "reports/clone",
    summary: "A copy of a report design, the last of the list",
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: ReportDesignData,
    handler: async ({ body: reportId }, call) => {
      const { reports: maxReports } = await loadQuotas(deps, call.caller.tenant);
      const result = await onWorkspace(deps, call, `clone-report ${reportId}`, () => ({
        type: "CloneReportDesign",
        reportId,
        maxReports,
      }));
      if (isRefusal(result)) return result;
      const cloned = result.events.find((event) => event.type === "ReportDesignCloned");
      return designOnWire(left(cloned, "report designs").data);
    },
  });
