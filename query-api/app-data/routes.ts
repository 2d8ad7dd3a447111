import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { readManualExport } from "#application/pages/page-state.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { resolveShopFeatures } from "#application/session/shop-features.ts";
import { getShopQuotas } from "#domain/shop/quotas.ts";
import { FeaturesData, featuresOnWire } from "#domain/wire/account/features.ts";
import { ResourceRestrictionsData, restrictionsOnWire } from "#domain/wire/account/restrictions.ts";
import { LivePage } from "#domain/wire/live.ts";
import { ManualExport } from "#domain/wire/reports/reporting.ts";
import type { QueryApiDeps } from "../deps.ts";
import { loadLivePage } from "../live/page.ts";

export const appDataRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "GET",
    path: "appData/getManualExport",
    summary: "The state of the Generate report page",
    description:
      "Before anything was chosen it answers the defaults. A design or filter that was deleted since may still be named.",
    access: "shop",
    data: ManualExport,
    handler: (_input, { caller }) => readManualExport(deps.state, caller),
  }),
  route({
    method: "GET",
    path: "appData/getLive",
    summary:
      "What the live page of a report design chooses orders by; without reportId, of the one that was viewed last",
    description: "ReportId says which design it belongs to, and is null while the shop has no design.",
    refuses: ["unknown"],
    access: "shop",
    query: z.strictObject({ reportId: z.string().min(1).max(100).optional() }),
    data: LivePage,
    handler: ({ query: { reportId } }, { caller }) => loadLivePage(deps, caller, reportId),
  }),
  route({
    method: "GET",
    path: "appData/getResourceRestrictions",
    summary:
      "How many designs, filters and automated reports the shop may have, by its tier or by what support has set",
    description: "A creation beyond these numbers is refused by rule. System filters don't count.",
    access: "shop",
    data: ResourceRestrictionsData,
    handler: async (_input, { caller }) =>
      restrictionsOnWire(getShopQuotas(await loadAuthorizedShop(deps, caller.tenant))),
  }),
  route({
    method: "GET",
    path: "appData/getFeatures",
    summary: "What the shop may use of what not every shop may, and the groupings its designs may have (R-37)",
    description: "Support can switch features on for one shop. What is off is refused by the calls that would use it.",
    access: "shop",
    data: FeaturesData,
    handler: async (_input, { caller }) =>
      featuresOnWire(resolveShopFeatures(deps.config, await loadAuthorizedShop(deps, caller.tenant))),
  }),
];
