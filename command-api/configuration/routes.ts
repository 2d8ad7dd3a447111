import { z } from "zod";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import {
  ConfigurationData,
  configurationOnWire,
  preferencesFromWire,
  UpdateConfigurationPayload,
} from "#domain/wire/configuration.ts";
import { type CallOf, type Route, route } from "#infra/app/http/route.ts";
import { authorizedShop } from "#infra/app/session/authorized-shop.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";
import { seenPreferences } from "./seen-preferences.ts";

type Edit = Extract<ShopCommand, { type: "ChangePreferences" | "ChangeMarketingChoice" }>;
type WithoutContext<C> = C extends unknown ? Omit<C, "context"> : never;

/** Runs a merchant's command on their shop, and answers position and ETag: the version of the shop's stream after it. */
const onShop = async (
  deps: CommandApiDeps,
  call: CallOf<"shop">,
  step: string,
  make: (shop: AuthorizedShop) => WithoutContext<Edit>,
): Promise<Refusal | AuthorizedShop> => {
  const result = await executeForMerchant(deps, call, {
    decider: shopDecider,
    id: call.caller.tenant,
    step,
    make: (context, state): ShopCommand => ({ ...make(authorizedShop(state)), context }),
  });
  if (isRefusal(result)) return result;
  call.setPosition(result.position);
  call.setHeader("etag", `"${result.version}"`);
  return authorizedShop(result.state);
};

/** Everything that changes the configuration (S-2.7). */
export const configurationCommands = (deps: CommandApiDeps): Route[] => [
  route({
    method: "PUT",
    path: "configuration/update",
    summary: "Saves preferences: those that others changed since If-Match merge, or are refused with both values",
    access: "shop",
    ifMatch: true,
    body: UpdateConfigurationPayload,
    data: ConfigurationData,
    handler: async ({ body }, call) => {
      const seen = await seenPreferences(deps, call);
      const shop = await onShop(deps, call, "update-configuration", ({ preferences }) => {
        const base = seen ?? preferences;
        return { type: "ChangePreferences", base, wanted: preferencesFromWire(body, base) };
      });
      return "refused" in shop ? shop : configurationOnWire(shop);
    },
  }),
  route({
    method: "PUT",
    path: "configuration/accepts-marketing",
    summary: "Whether the merchant wants news about Sheaf; answers the choice as it now stands",
    access: "shop",
    body: z.boolean(),
    bare: "value",
    data: z.boolean(),
    handler: async ({ body: acceptsMarketing }, call) => {
      const shop = await onShop(deps, call, "accepts-marketing", () => ({
        type: "ChangeMarketingChoice",
        acceptsMarketing,
      }));
      return "refused" in shop ? shop : shop.acceptsMarketing;
    },
  }),
];
