import { z } from "zod";
import { type CallBudget, createCallBudget } from "#application/admission/budget.ts";
import { plaintextAlertAddress, tokenizeAlertAddress } from "#application/deliveries/alert-address.ts";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { assertAuthorizedShop, loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { WithoutContext } from "#domain/core/message.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import {
  ConfigurationData,
  configurationOnWire,
  preferencesFromWire,
  UpdateConfigurationPayload,
} from "#domain/wire/account/configuration.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";
import { chargeTexts } from "../workspace/save-with-personal-texts.ts";
import { loadBaseConfiguration } from "./base-configuration.ts";

type Edit = Extract<ShopCommand, { type: "ChangePreferences" | "ChangeMarketingChoice" }>;

/** Executes a command; sets position and ETag: the version of the shop's stream. */
const executeOnShop = async (
  deps: CommandApiDeps,
  call: CallOf<"shop">,
  { step, make, changes }: { step: string; make(shop: AuthorizedShop): WithoutContext<Edit>; changes?: CallBudget },
): Promise<Refusal | AuthorizedShop> => {
  const result = await executeForMerchant(deps, call, {
    decider: shopDecider,
    id: call.caller.tenant,
    step,
    make: (context, state): ShopCommand => ({ ...make(assertAuthorizedShop(state)), context }),
    changes,
  });
  if (isRefusal(result)) return result;
  call.setPosition(result.position);
  call.setHeader("etag", `"${result.version}"`);
  return assertAuthorizedShop(result.state);
};

const answerOf = async ({ vault, config }: Pick<CommandApiDeps, "vault" | "config">, shop: AuthorizedShop) =>
  configurationOnWire({
    ...shop,
    alertAddress: await plaintextAlertAddress(vault, shop.alertAddress),
    adminUrl: toAdminUrl(config, shop.shop),
  });

/** Saves the configuration. The alert address enters the vault first (ADR 21). */
const saveConfiguration = async (deps: CommandApiDeps, call: CallOf<"shop">, body: UpdateConfigurationPayload) => {
  const { tenant } = call.caller;
  const changes = createCallBudget(deps.budgets.changes, tenant);
  const seen = await loadBaseConfiguration(deps, call);
  const now = await loadAuthorizedShop(deps, tenant);
  const typed = body.AutomSendToMail?.trim();
  const before = [seen?.alertAddress ?? "", now.alertAddress];
  const wanted =
    typed === undefined ? undefined : await tokenizeAlertAddress(chargeTexts(deps, changes), tenant, typed, before);
  if (isRefusal(wanted)) return wanted;
  const edit = (shop: AuthorizedShop) => {
    const { preferences: base, alertAddress } = seen ?? shop;
    return {
      type: "ChangePreferences" as const,
      base,
      wanted: preferencesFromWire(body, base),
      ...(wanted !== undefined && typed !== undefined && { alerts: { base: alertAddress, wanted, typed } }),
    };
  };
  const shop = await executeOnShop(deps, call, { step: "update-configuration", make: edit, changes });
  return "refused" in shop ? shop : answerOf(deps, shop);
};

/** Routes that change the configuration (S-2.7). */
export const configurationCommands = (deps: CommandApiDeps): Route[] => [
  route({
    method: "PUT",
    path: "configuration/update",
    summary: "Saves preferences: those that others changed since If-Match merge, or are refused with both values",
    description:
      "Fields that are left out stay as they are. A conflict names each field with both values in ErrorDetails.",
    refuses: ["invalid", "conflict"],
    access: "shop",
    ifMatch: true,
    body: UpdateConfigurationPayload,
    data: ConfigurationData,
    handler: ({ body }, call) => saveConfiguration(deps, call, body),
  }),
  route({
    method: "PUT",
    path: "configuration/accepts-marketing",
    summary: "Whether the merchant wants news about Sheaf; answers the choice as it now stands",
    description: "Stands apart from the preferences and needs no If-Match. Saying the same again changes nothing.",
    refuses: ["invalid"],
    access: "shop",
    body: z.boolean(),
    bare: "value",
    data: z.boolean(),
    handler: async ({ body: acceptsMarketing }, call) => {
      const shop = await executeOnShop(deps, call, {
        step: "accepts-marketing",
        make: () => ({ type: "ChangeMarketingChoice", acceptsMarketing }),
      });
      return "refused" in shop ? shop : shop.acceptsMarketing;
    },
  }),
];
