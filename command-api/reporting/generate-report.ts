import { type ExportPermits, tooManyWaiting } from "#application/admission/export-permits.ts";
import { freezeForRequest } from "#application/exports/build-frozen-input.ts";
import { route } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { refuseEmptyReport } from "#domain/reports/empty-report.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { orderSelectionFromWire } from "#domain/wire/filters/order-selection-on-wire.ts";
import { ExportJobData, GenerateReportPayload } from "#domain/wire/reports/reporting.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { assertBudget, findFirstAnswer, requestExport } from "./request-export.ts";

/** Generates a report. The export's id derives from the command's, so a repeat answers the same export. */
export const generateReportRoute = (deps: CommandApiDeps, permits: ExportPermits) => {
  const { runner, clock, ids, config } = deps;
  return route({
    method: "POST",
    path: "reporting/generateReport",
    summary: "Requests an export of the orders that the filters choose",
    description:
      "Answers at once with the job; follow it with reporting/pollExportList. Sending the same x-command-id again makes no second export. What it's made of is fixed now, whatever is edited later.",
    refuses: ["rule", "invalid", "unknown", "too-many"],
    access: "shop",
    body: GenerateReportPayload,
    data: ExportJobData,
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const exportId = stepId(call, tenant, "export") ?? ids.uuid();
      const before = await findFirstAnswer(deps, call, exportId);
      if (before) return before;
      await assertBudget(deps, tenant);
      const { state: workspace } = await runner.load(workspaceDecider, tenant);
      const design = workspace.reports.find((report) => report.reportId === body.ReportId);
      if (!design) return refuse("unknown", "This report design can't be found. Choose another one.");
      const empty = refuseEmptyReport(design);
      if (empty) return empty;
      const orderSelection = orderSelectionFromWire(body.UserOrderFilters);
      const { filterId } = orderSelection;
      const filter = filterId === null ? null : workspace.filters.find((one) => one.filterId === filterId);
      if (filter === undefined) return refuse("unknown", "This filter can't be found. Choose another one.");
      const { state, version: shopVersion } = await runner.load(shopDecider, tenant);
      const shop = assertAuthorizedShop(state);
      const input = freezeForRequest({
        exportId,
        shop,
        shopVersion,
        adminUrl: toAdminUrl(config, shop.shop),
        design,
        fileType: body.FileType,
        asked: {
          ...orderSelection,
          ...(filter && { filterTitle: filter.title }),
          ...(body.SelectedOrderIds.length > 0 && { chosen: body.SelectedOrderIds.length }),
        },
        emptyExpected: body.EmptyExpected,
        filter,
        selectedOrderIds: body.SelectedOrderIds,
        now: clock.now(),
      });
      if (isRefusal(input)) return input;
      if (!(await permits.acquire(tenant, exportId))) return tooManyWaiting;
      return requestExport(deps, call, input);
    },
  });
};
