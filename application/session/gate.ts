import { LoginAction } from "#domain/enumerations.ts";
import { impersonationDecider } from "#domain/impersonation/decider.ts";
import type { ImpersonationEnd } from "#domain/impersonation/events.ts";
import { grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import { impersonationSessionMinutes } from "#domain/retention/retention.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { gateBetweenLogIns } from "#domain/shop/login-action.ts";
import { sessionEndedCode } from "#domain/wire/support/session-ended.ts";
import { determineSupportAccess } from "#domain/wire/support/support-access.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { ApiError } from "../http/api-error.ts";
import type { Admission } from "../http/mount.ts";
import type { GatedRoute } from "../http/route.ts";
import type { Session, Sessions } from "./sessions.ts";

const unauthorized = () =>
  new ApiError({
    status: 401,
    code: "unauthorized",
    message: "User is not authorized. Please login again.",
    headers: { "www-authenticate": "Bearer" },
  });

/** Reasons for the agent of an ended impersonation session. */
const endReasons: Readonly<Record<ImpersonationEnd | "console" | "time" | "shop", string>> = {
  agent: "You ended it.",
  merchant: "The merchant ended it.",
  "sign-out": "You signed out of the support console.",
  console: "Your session at the support console has ended.",
  time: `Its ${impersonationSessionMinutes} minutes are over.`,
  shop: "The shop is no longer connected to Sheaf, or all its sessions were ended.",
};

const signedOutError = async (
  { sessions, runner }: Pick<GateOptions, "sessions" | "runner">,
  token: string | undefined,
) => {
  const session = token === undefined ? undefined : await sessions.endedImpersonation(token);
  if (session === undefined) return unauthorized();
  const { state } = await runner.load(impersonationDecider, session.impersonation);
  const by = state.status === "ended" ? state.by : session.isOver ? "time" : session.isAtConsole ? "shop" : "console";
  return new ApiError({ status: 401, code: sessionEndedCode, message: endReasons[by] });
};

const closedGates: Record<LoginAction, ApiError["fields"] | undefined> = {
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

const refused = (code: string, message: string) => new ApiError({ status: 403, code, message });

/**
 * Checks a call of support, at its beginning and right before it is handled. Reads the merchant's permission each time:
 * once they stop changes, no call is handled.
 * @throws {ApiError} 403
 */
const admitSupport = async (
  { runner, clock }: Pick<GateOptions, "runner" | "clock">,
  route: GatedRoute,
  { tenant }: Session,
): Promise<void> => {
  const access = determineSupportAccess(route);
  if (access === "look") return;
  if (access === "closed")
    throw refused("support-closed", "Only the merchant can do this, not Sheaf support. Nothing was changed.");
  const { state } = await runner.load(grantDecider, tenant);
  if (grantAt(state, clock.now().toISOString()) !== null) return;
  throw refused(
    "support-looks",
    "The merchant doesn't let support make changes now, so nothing was saved. Ask them to allow it under Configuration, Support access.",
  );
};

type GateOptions = { sessions: Sessions; runner: CommandRunner; clock: Pick<Clock, "now"> };

/**
 * Creates the gate: it checks the token, then the gates of R-11: charge (402), tier and terms (403). Support also by
 *
 */
export const createGate = (options: GateOptions) => {
  const { sessions, runner } = options;
  return async (route: GatedRoute, authorization: string | undefined): Promise<Admission> => {
    if (route.access === "anonymous") return {};
    const [, text] = /^Bearer ([\w.-]{1,4000})$/i.exec(authorization ?? "") ?? [];
    const token = text === undefined ? undefined : await sessions.verify(text);
    if (!token) throw await signedOutError(options, text);
    const { state } = await runner.load(shopDecider, token.tenant);
    if (state.status !== "authorized") throw await signedOutError(options, text);
    const gate = route.access === "shop" ? closedGates[gateBetweenLogIns(state)] : undefined;
    if (gate) throw new ApiError(gate);
    if (token.support) await admitSupport(options, route, token);
    const refresh = await sessions.refresh(token);
    return {
      caller: {
        tenant: token.tenant,
        shop: token.shop,
        token: { jti: token.jti, epoch: token.epoch, expiresAt: token.expiresAt },
        ...(token.support
          ? { support: { agent: token.support.agent, impersonation: token.support.impersonation } }
          : {}),
      },
      ...(refresh === undefined ? {} : { refresh }),
    };
  };
};
