import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { collections } from "#domain/read-models/documents.ts";
import {
  listSlowColumns,
  listVisibleColumns,
  previewColumns,
  previewOrders,
  toReportDesign,
} from "#domain/reports/preview-columns.ts";
import { PreviewData } from "#domain/wire/reports/report-data.ts";
import type { QueryApiDeps } from "../deps.ts";
import { designReads, readDesign } from "../reports/designs.ts";
import { type PreviewDeps, preparePreview } from "./make-preview.ts";
import type { ReadNewestOrders } from "./recent-orders.ts";
import { orSampleOrders } from "./sample-orders.ts";

/** The designer's table: the shop's newest orders in a saved design (S-2.2). */
export const designDataRoute = (deps: QueryApiDeps & PreviewDeps, readNewest: ReadNewestOrders): Route =>
  route({
    method: "GET",
    path: "reportData/design-data/{id}",
    summary:
      "The rows of the shop's last 50 orders in a report design, 20 with slow columns; refresh=true reads them again",
    description: "Filters don't apply here. A shop without orders gets made-up ones, and Generated says so.",
    refuses: ["unknown"],
    access: "shop",
    asksPlatform: true,
    reads: [...designReads, collections.localStatuses.name],
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    query: z.strictObject({ refresh: z.enum(["true", "false"]).default("false") }),
    data: PreviewData,
    handler: async ({ params, query }, { signal, caller: { tenant, shop } }) => {
      const [{ design }, account] = await Promise.all([
        readDesign(deps, tenant, params.id),
        loadAuthorizedShop(deps, tenant),
      ]);
      const columns = previewColumns(design);
      const limit = listSlowColumns(columns).length > 0 ? previewOrders.slow : previewOrders.usual;
      const period = { from: null, to: deps.clock.now().toISOString() };
      const shown = new Set(listVisibleColumns(design).map(({ column }) => column));
      const input = { design: toReportDesign(design, columns), account, period, limit, shown };
      const preview = preparePreview(deps, input);
      const { fields, requiredFields } = preview;
      const wanted = { query: "", fields, requiredFields, atMost: limit, mustReload: query.refresh === "true" };
      const newest = await readNewest({ tenant, shop, signal }, wanted);
      return preview.createPreview(orSampleOrders(deps, account, newest), signal);
    },
  });
