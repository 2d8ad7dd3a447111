import { route } from "#application/http/route.ts";
import { assertAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createLoginResponse } from "./account-data.ts";
import { withAccountStepError } from "./account-step-error.ts";
import { ensureCharge, executeOnShop, syncCharges } from "./charge.ts";
import { LoginResponseData } from "./schemas.ts";

/** The tier follows the store's plan. Requests the charge unless it is active. */
export const selectTierRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/select-tier",
    summary: "Gives the shop the tier of its plan and requests the charge",
    description:
      "There is nothing to choose: the tier follows the shop's plan on the platform, unless support has set another one. A waiting charge of the same price is answered again for a day.",
    refuses: ["rule"],
    access: "account",
    asksPlatform: true,
    data: LoginResponseData,
    answersToken: true,
    handler: (_input, call) =>
      withAccountStepError("FeAuth-003", async () => {
        const { tenant, shop, token } = call.caller;
        const state = assertAuthorizedShop(await executeOnShop(deps, call, tenant, { type: "SelectTier" }));
        const followed = await syncCharges(deps, call, state);
        const account = await ensureCharge(deps, call, followed, { unlessWaiting: true });
        return createLoginResponse(
          deps,
          account,
          await deps.sessions.issue({ tenant, shop, jti: token.jti, epoch: token.epoch }),
        );
      }),
  });
