import { z } from "zod";
import { route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import type { CommandApiDeps } from "../deps.ts";
import { loadAccount, toChargeState, toLoginAction } from "./account-data.ts";
import { AccountData, ChargeData, LoginActionData } from "./schemas.ts";

export const statusRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "account/status",
    summary: "The account, the gate it stands before and what it pays",
    description: "Reads what Sheaf keeps, and asks the platform for nothing. Price is for 30 days, as decimal text.",
    access: "account",
    data: z.strictObject({ Shop: AccountData, LoginAction: LoginActionData, Charge: ChargeData }),
    handler: async (_input, { caller }) => {
      const account = await loadAuthorizedShop(deps, caller.tenant);
      return {
        Shop: await loadAccount(deps, account),
        LoginAction: toLoginAction(account),
        Charge: toChargeState(account),
      };
    },
  });

export const logoutRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/logout",
    summary: "Ends the login that the token belongs to, or the support session",
    description: "Other logins of the shop stay valid. Tokens from which this one was refreshed end with it.",
    access: "account",
    skipsQueue: true,
    data: z.boolean(),
    handler: async (_input, { caller: { token, support }, requestId }) => {
      await deps.sessions.revoke(token.jti);
      if (support) {
        const actor = { kind: "support", ...support } as const;
        await deps.impersonations.end(support.impersonation, "agent", { actor, correlation: requestId });
      }
      return true;
    },
  });
