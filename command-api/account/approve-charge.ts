import { route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { LoginAction } from "#domain/enumerations.ts";
import { getLoginAction } from "#domain/shop/login-action.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createLoginResponse } from "./account-data.ts";
import { createAccountStepError, withAccountStepError } from "./account-step-error.ts";
import { syncCharges } from "./charge.ts";
import { LoginResponseData } from "./schemas.ts";

/** Trusts only the platform's list of active subscriptions, not the address the merchant came back by (P-2). */
export const approveChargeRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/approveClientCharge",
    summary: "Finishes a charge that the merchant has approved on the store platform",
    description:
      "Asks the platform which subscriptions are active and believes that alone. A charge that was not approved is refused with FeAuth-003. Answers a fresh token.",
    refuses: ["rule"],
    access: "account",
    asksPlatform: true,
    data: LoginResponseData,
    answersToken: true,
    handler: (_input, call) =>
      withAccountStepError("FeAuth-003", async () => {
        const { tenant, shop, token } = call.caller;
        const account = await syncCharges(deps, call, await loadAuthorizedShop(deps, tenant));
        if (getLoginAction(account) === LoginAction.ActivateCharge)
          throw createAccountStepError("FeAuth-003", 200, "The charge was not approved on the store platform.");
        return createLoginResponse(
          deps,
          account,
          await deps.sessions.issue({ tenant, shop, jti: token.jti, epoch: token.epoch }),
        );
      }),
  });
