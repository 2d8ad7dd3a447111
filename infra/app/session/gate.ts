import { LoginAction } from "#domain/enumerations.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { gateBetweenLogIns } from "#domain/shop/login-action.ts";
import type { CommandRunner } from "../command-runner-types.ts";
import { ApiError } from "../http/api-error.ts";
import type { Admission } from "../http/mount.ts";
import type { Access } from "../http/route.ts";
import type { Sessions } from "./sessions.ts";

const unauthorized = () =>
  new ApiError({
    status: 401,
    code: "unauthorized",
    message: "User is not authorized. Please login again.",
    headers: { "www-authenticate": "Bearer" },
  });

const closed: Record<LoginAction, ApiError["fields"] | undefined> = {
  [LoginAction.Nothing]: undefined,
  [LoginAction.ActivateCharge]: {
    status: 402,
    code: "payment-required",
    message: "Pending charges. Please login again.",
  },
  [LoginAction.SelectTier]: {
    status: 403,
    code: "tier-not-selected",
    message: "The shop has no tier yet. Log in again to get one.",
  },
  [LoginAction.AcceptTermsEtc]: {
    status: 403,
    code: "terms-not-accepted",
    message: "Please read and accept the legal documents first.",
  },
};

/** Lets requests in by token, then by the gates of R-11: charge (402), tier and terms (403). */
export const createGate = (options: { sessions: Sessions; runner: CommandRunner }) => {
  const { sessions, runner } = options;
  return async (access: Access, authorization: string | undefined): Promise<Admission> => {
    if (access === "anonymous") return {};
    const [, text] = /^Bearer ([\w.-]{1,4000})$/i.exec(authorization ?? "") ?? [];
    const token = text === undefined ? undefined : await sessions.verify(text);
    if (!token) throw unauthorized();
    const { state } = await runner.load(shopDecider, token.tenant);
    if (state.status !== "authorized") throw unauthorized();
    const gate = access === "shop" ? closed[gateBetweenLogIns(state)] : undefined;
    if (gate) throw new ApiError(gate);
    const refresh = await sessions.refresh(token);
    return {
      caller: {
        tenant: token.tenant,
        shop: token.shop,
        token: { jti: token.jti, epoch: token.epoch, expiresAt: token.expiresAt },
      },
      ...(refresh === undefined ? {} : { refresh }),
    };
  };
};
