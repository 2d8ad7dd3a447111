import { z } from "zod";
import { ApiError, notFound } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import { supportTenant, toActReasonRef } from "#domain/console/events.ts";
import { LoginAction } from "#domain/enumerations.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { gateBetweenLogIns } from "#domain/shop/login-action.ts";
import type { ImpersonationAllowed } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { reasonField } from "./act-route.ts";

const Body = z.strictObject({ reason: reasonField });

const nothingToSee = (message: string) => new ApiError({ status: 409, code: "nothing-to-see", message });

/**
 * `POST shops/:id/impersonate`: an address of the merchant's app that shows the shop as its merchant sees it, valid
 * once and for 60 s. The reason is logged first. The merchant's app controls the session (ADR 100).
 */
export const impersonateRoute = (deps: ConsoleDeps): ConsoleRoute => ({
  method: "POST",
  path: "shops/:id/impersonate",
  needs: "agent",
  handle: async ({
    session: { id: console, agent },
    requestId: correlation,
    params,
    body,
  }): Promise<ImpersonationAllowed> => {
    const { config, runner, acts, vault, ids, impersonations } = deps;
    const { reason } = validate(Body, body, "The body");
    const tenant = params.id ?? "";
    const { state } = await runner.load(shopDecider, tenant);
    if (state.status === "unknown") throw notFound("There is no such shop.");
    if (state.status !== "authorized")
      throw nothingToSee("This shop isn't connected, so there is nothing that its merchant could see.");
    if (gateBetweenLogIns(state) !== LoginAction.Nothing)
      throw nothingToSee(
        "The merchant hasn't accepted the terms or the charge yet, so there is nothing to see. The merchant must log in first.",
      );
    const id = ids.uuid();
    const reasonRef = await vault.put(reason, { owner: supportTenant, reference: toActReasonRef(id) });
    const act = { type: "ShopImpersonated", data: { agent, impersonationId: id, reasonRef } } as const;
    await acts.record(act, { correlation, tenant, id });
    const page = `${config.SUPPORT_URL}/support/shops/${encodeURIComponent(tenant)}/show`;
    const ticket = await impersonations.allow({ id, tenant, agent, console, page, reasonRef, correlation });
    return { id, address: `${config.APP_URL}/Account/impersonate/${ticket}` };
  },
});
