import { ApiError } from "#application/http/api-error.ts";
import { type Call, route } from "#application/http/route.ts";
import { describeSession } from "#application/impersonation/describe-session.ts";
import { findShopByNumber } from "#application/session/shop-number.ts";
import { supportTenant, toActReasonRef, toAgentNameRef } from "#domain/console/events.ts";
import { LoginAction } from "#domain/enumerations.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { gateBetweenLogIns } from "#domain/shop/login-action.ts";
import {
  ImpersonateDebugPayload,
  ImpersonatePayload,
  ImpersonationSessionData,
} from "#domain/wire/support/impersonation.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createLoginResponse } from "./account-data.ts";
import { ImpersonationData } from "./schemas.ts";

const refused = (status: number, code: string, message: string) => new ApiError({ status, code, message });

const ticketInvalid = () =>
  refused(
    403,
    "ticket",
    "This link has already been used, is older than a minute, or was never issued. Get a new one from the support console.",
  );

const createEndedRefusal = () =>
  refused(403, "ticket", "This session was ended while it was being opened. Get a new link from the support console.");

/** Answers like a login, with the banner's content. */
const beginSession = async (deps: CommandApiDeps, call: Call, ticket: string) => {
  const { impersonations, sessions, runner, clock } = deps;
  const session = await impersonations.begin(ticket, call.requestId);
  if (session === undefined) throw ticketInvalid();
  const { id, tenant, agent, console, page, state } = session;
  // The epoch is read first, so that an uninstall from here on ends the response's token.
  const epoch = await sessions.readEpoch(tenant);
  const { state: shop } = await runner.load(shopDecider, tenant);
  if (shop.status !== "authorized")
    throw refused(
      403,
      "not-connected",
      "This shop isn't connected: it has uninstalled Sheaf, or never gave it access.",
    );
  if (gateBetweenLogIns(shop) !== LoginAction.Nothing)
    throw refused(
      403,
      "at-a-gate",
      "The merchant has not accepted the terms or the charge yet, so there is nothing to see.",
    );
  const support = { agent, impersonation: id, console };
  const endsAt = new Date(state.until);
  const life = endsAt.getTime() - clock.now().getTime();
  const token = await sessions.issueToSupport({ tenant, shop: shop.shop, epoch, support, life });
  if (token === undefined) throw ticketInvalid();
  // A session that ended before its login had nothing to revoke.
  if (!(await impersonations.isOpen(id))) {
    await sessions.revoke(id);
    throw createEndedRefusal();
  }
  call.setPosition(session.position);
  return {
    ...(await createLoginResponse(deps, shop, token)),
    Support: await describeSession(deps, { id, tenant, endsAt }),
    Console: page ?? null,
  };
};

export const impersonateRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/impersonate",
    summary: "Exchanges a ticket from the support console for a session in its shop, of 15 minutes",
    description:
      "A ticket is good for one minute and one use. The token that comes back ends with the session, and can change things only while the merchant allows it.",
    refuses: ["not-allowed"],
    access: "anonymous",
    isLogIn: true,
    body: ImpersonatePayload,
    bare: "id",
    data: ImpersonationData,
    answersToken: true,
    handler: ({ body: ticket }, call) => beginSession(deps, call, ticket),
  });

/** Agent's name on a developer's own machine. */
const debugAgent = "local";

export const impersonateDebugRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "account/impersonate-debug",
    summary: "Only in the demo on this machine: a session in the shop with this number, counted as they were installed",
    description:
      "Answers 404 wherever the app or its platform is on another machine. The first shop that was installed is number 1.",
    refuses: ["unknown", "not-allowed"],
    access: "anonymous",
    isLogIn: true,
    body: ImpersonateDebugPayload,
    bare: "id",
    data: ImpersonationData,
    answersToken: true,
    handler: async ({ body: number }, call) => {
      const { config, eventStore, vault, ids, impersonations } = deps;
      if (!config.isDemo)
        throw refused(404, "unknown", "This works only in the demo on this machine. Use the support console.");
      const shop = await findShopByNumber(eventStore, number);
      if (shop === undefined)
        throw refused(
          404,
          "unknown",
          `There is no shop number ${number}. Shops are counted as they were installed, from 1.`,
        );
      const id = ids.uuid();
      await vault.put("Local environment", { owner: supportTenant, reference: toAgentNameRef(debugAgent) });
      const reasonRef = await vault.put("Opened by its number in the local environment", {
        owner: supportTenant,
        reference: toActReasonRef(id),
      });
      const { tenant } = shop;
      const asked = { id, tenant, agent: debugAgent, console: null, reasonRef, correlation: call.requestId };
      return beginSession(deps, call, await impersonations.allow(asked));
    },
  });

export const impersonationSessionRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "account/impersonation",
    summary:
      "Who in support uses this token, why, until when, and whether they may change things; null for a merchant's",
    description:
      "The banner above every page of a support session shows this. EndsAt and ChangesUntil are ISO instants in UTC.",
    access: "account",
    data: ImpersonationSessionData.nullable(),
    handler: async (_input, { caller: { tenant, support, token } }) =>
      support === undefined
        ? null
        : describeSession(deps, { id: support.impersonation, tenant, endsAt: token.expiresAt }),
  });
