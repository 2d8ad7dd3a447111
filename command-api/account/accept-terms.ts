import { route } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { termsVersion } from "#domain/legal/facts.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { AcceptTermsPayload } from "#domain/wire/account/account.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";
import { ensureSystemFilters } from "../filters/system-filters.ts";
import { loadAccount } from "./account-data.ts";
import { AccountData } from "./schemas.ts";

export const acceptTermsRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/accept-terms",
    summary: "Accepts or declines the legal documents",
    description:
      "Needed before any call of the shop is answered. Declining is noted and answered as a refusal that asks to uninstall the app. Accepting again changes the choice about news alone.",
    refuses: ["rule"],
    access: "account",
    body: AcceptTermsPayload,
    data: AccountData,
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const result = await executeForMerchant(deps, call, {
        decider: shopDecider,
        id: tenant,
        step: "accept-terms",
        make: (context): ShopCommand =>
          body.HasAccepted
            ? { type: "AcceptTerms", version: termsVersion, acceptsMarketing: body.HasAcceptMarketing, context }
            : { type: "DeclineTerms", version: termsVersion, context },
      });
      if (isRefusal(result)) return result;
      call.setPosition(result.position);
      if (!body.HasAccepted)
        return refuse("rule", "You have declined the legal documents. Please uninstall the application.");
      await ensureSystemFilters(deps, call, tenant);
      return loadAccount(deps, assertAuthorizedShop(result.state));
    },
  });
