import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { starters } from "#domain/designs/starters.ts";
import { listVisibleColumns, toReportDesign } from "#domain/reports/preview-columns.ts";
import { StarterDesignData } from "#domain/wire/reports/report-data.ts";
import type { QueryApiDeps } from "../deps.ts";
import { type PreviewDeps, preparePreview } from "./make-preview.ts";
import type { ReadNewestOrders } from "./recent-orders.ts";
import { orSampleOrders } from "./sample-orders.ts";

/** Orders for all starters: more than rows, as not every order was sent or refunded. */
const maxOrders = 10;
const maxRows = 5;

/** Starter designs with their first rows. One platform request serves all. */
export const starterDesignsRoute = (deps: QueryApiDeps & PreviewDeps, readNewest: ReadNewestOrders): Route =>
  route({
    method: "GET",
    path: "reportData/starter-designs",
    summary: "The designs that a new one can begin as, each with its first rows in this shop",
    description: "Up to 5 rows each. A shop without orders gets made-up ones. Pass Starter to reports/create-new.",
    access: "shop",
    asksPlatform: true,
    data: z.array(StarterDesignData),
    handler: async (_input, { signal, caller: { tenant, shop } }) => {
      const account = await loadAuthorizedShop(deps, tenant);
      const period = { from: null, to: deps.clock.now().toISOString() };
      const opened = starters.map(({ key, title, text, design }) => {
        const report = toReportDesign(design, listVisibleColumns(design));
        return {
          key,
          title,
          text,
          preview: preparePreview(deps, { design: report, account, period, limit: maxOrders, rowsAtMost: maxRows }),
        };
      });
      const asked = (of: "fields" | "requiredFields") =>
        [...new Set(opened.flatMap(({ preview }) => preview[of]))].sort();
      const wanted = {
        query: "",
        fields: asked("fields"),
        requiredFields: asked("requiredFields"),
        atMost: maxOrders,
        mustReload: false,
      };
      const orders = orSampleOrders(deps, account, await readNewest({ tenant, shop, signal }, wanted));
      return Promise.all(
        opened.map(async ({ key, title, text, preview }) => ({
          Starter: key,
          Title: title,
          Text: text,
          Preview: await preview.createPreview(orders, signal),
        })),
      );
    },
  });
