import { type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { collections } from "#domain/read-models/documents.ts";
import { listVisibleColumns, toReportDesign } from "#domain/reports/preview-columns.ts";
import { GeneratePreviewPayload, PreviewData } from "#domain/wire/reports/report-data.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readConditions } from "../orders/search.ts";
import { type PreviewDeps, preparePreview } from "./make-preview.ts";
import { prepareOrdersOfReport } from "./orders-of-report.ts";
import type { ReadNewestOrders } from "./recent-orders.ts";

const maxOrders = 20;

/** Shows, beside the form of Generate report, the newest orders of the future file, in its visible columns. */
export const generatePreviewRoute = (deps: QueryApiDeps & PreviewDeps, readNewest: ReadNewestOrders): Route =>
  route({
    method: "POST",
    path: "reportData/generate-preview",
    summary: "The first rows of the report that these choices would generate, of its 20 newest orders",
    description:
      "Nothing is saved, and no file is made. If the filter drops many orders, only the newest 250 are checked.",
    refuses: ["rule", "invalid", "unknown"],
    access: "shop",
    asksPlatform: true,
    reads: [collections.localStatuses.name],
    body: GeneratePreviewPayload,
    data: PreviewData,
    handler: async ({ body }, { signal, caller: { tenant, shop } }) => {
      const { UserOrderFilters: filters, SelectedOrderIds: selected } = body;
      const [{ state: workspace }, account, conditions] = await Promise.all([
        deps.runner.load(workspaceDecider, tenant),
        loadAuthorizedShop(deps, tenant),
        readConditions(deps, tenant, filters.report_filter_id),
      ]);
      const design = workspace.reports.find(({ reportId }) => reportId === body.ReportId);
      if (!design) return refuse("unknown", "This report design can't be found. Choose another one.");
      if (isRefusal(conditions)) return conditions;
      const chosen = { filters, conditions, selected };
      const found = prepareOrdersOfReport(readNewest, { tenant, shop, signal }, account, chosen, deps.clock.now());
      if (isRefusal(found)) return found;
      const columns = listVisibleColumns(design);
      const preview = preparePreview(deps, {
        design: toReportDesign(design, columns),
        account,
        period: found.period,
        limit: maxOrders,
      });
      // Without columns, the platform need not be asked.
      const orders = columns.length > 0 ? await found.read(preview, maxOrders) : { orders: [], generated: false };
      return preview.createPreview(orders, signal);
    },
  });
