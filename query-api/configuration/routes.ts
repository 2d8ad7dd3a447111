import { plaintextAlertAddress } from "#application/deliveries/alert-address.ts";
import { type Route, route } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { ConfigurationData, configurationOnWire } from "#domain/wire/account/configuration.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import type { QueryApiDeps } from "../deps.ts";
import { supportActsRoute } from "./support-acts.ts";

export const configurationRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "GET",
    path: "configuration/get",
    summary: "The merchant's preferences and choices; the ETag goes back in If-Match with an update",
    description:
      "Holds the date format, the shading, how CSV files are written, and where alerts go. Beside them stands the choice about news.",
    access: "shop",
    data: ConfigurationData,
    handler: async (_input, call) => {
      const { state, version } = await deps.runner.load(shopDecider, call.caller.tenant);
      const shop = assertAuthorizedShop(state);
      call.setHeader("etag", `"${version}"`);
      return configurationOnWire({
        ...shop,
        alertAddress: await plaintextAlertAddress(deps.vault, shop.alertAddress),
        adminUrl: toAdminUrl(deps.config, shop.shop),
      });
    },
  }),
  supportActsRoute(deps),
];
