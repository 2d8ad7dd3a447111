import { z } from "zod";
import { route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { starterKeys } from "#domain/designs/starters.ts";
import { Grouping } from "#domain/enumerations.ts";
import { designOnWire } from "#domain/wire/reports/report-on-wire.ts";
import { ReportDesignData } from "#domain/wire/reports/reports.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeOnWorkspace, requireItem } from "../workspace/execute-on-workspace.ts";
import { loadFeatures } from "../workspace/features.ts";
import { loadQuotas } from "../workspace/quotas.ts";

/**
 * Body of the call. Without `Starter`, a design has the usual columns. Grouping and Columns replace the
 * starter's.
 */
const Payload = z
  .strictObject({
    Starter: z.enum(starterKeys).optional(),
    Grouping: z.enum(Grouping).optional(),
    Columns: z.array(z.string().max(100)).max(600).optional(),
  })
  .nullish();

export const createReportRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "reports/create-new",
    summary: "A new report design: with the usual columns, as a starter, or with a grouping and columns of one's own",
    description:
      "An empty body makes the usual columns. The shop's tier limits how many designs there can be, and which groupings they can have.",
    refuses: ["rule", "invalid"],
    access: "shop",
    body: Payload,
    data: ReportDesignData,
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const [{ reports: maxReports }, features] = await Promise.all([
        loadQuotas(deps, tenant),
        loadFeatures(deps, tenant),
      ]);
      const result = await executeOnWorkspace(deps, call, "create-report", () => ({
        type: "CreateReportDesign",
        maxReports,
        features,
        ...(body?.Starter === undefined ? {} : { starter: body.Starter }),
        ...(body?.Grouping === undefined ? {} : { grouping: body.Grouping }),
        ...(body?.Columns === undefined ? {} : { columns: body.Columns }),
      }));
      if (isRefusal(result)) return result;
      const created = result.events.find((event) => event.type === "ReportDesignCreated");
      return designOnWire(requireItem(created, "report designs").data);
    },
  });
