import express, { Router } from "express";
import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { ApiError, okEnvelope } from "#infra/app/http/api-error.ts";
import { shopOfHost } from "../account/shop-name.ts";
import type { CommandApiDeps } from "../deps.ts";
import { authorizedKey } from "./authorized-at.ts";

const SignedBody = z.object({ myshopify_domain: z.string().optional() });

/** The platform repeats a delivery for 4 hours (facts section 3). */
const remembered = 7 * 24 * 60 * 60 * 1000;

/** Everything an uninstall does. Each step may be done twice without harm: the platform repeats a delivery that was cut off. */
const uninstall = async (deps: CommandApiDeps, tenant: string, webhookId: string, correlation: string) => {
  await deps.platform.forgetTokens(tenant);
  await deps.sessions.raiseEpoch(tenant);
  const result = await deps.runner.execute(
    shopDecider,
    tenant,
    (context): ShopCommand => ({ type: "UninstallShop", webhookId, context }),
    { tenant, actor: { kind: "system", part: "webhooks" }, correlation, causation: webhookId },
  );
  if (isRefusal(result)) throw new Error(`An uninstall was refused: ${result.message}`);
};

/** The consent that the shop gave after this uninstall makes it an uninstall of an earlier installation. */
const isOutdated = async ({ state }: CommandApiDeps, tenant: string, triggeredAt: string | undefined) => {
  const triggered = Date.parse(triggeredAt ?? "");
  if (Number.isNaN(triggered)) return false;
  const authorizedAt = (await state.get<string>(authorizedKey(tenant)))?.value;
  return authorizedAt !== undefined && triggered < Date.parse(authorizedAt);
};

/** The shop that the signed body names, when it names one: the headers are not signed. */
const shopOfBody = (body: Uint8Array): string | undefined => {
  try {
    const { myshopify_domain: domain } = SignedBody.parse(JSON.parse(Buffer.from(body).toString("utf8")));
    return domain === undefined ? undefined : shopOfHost(domain);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
};

/** `POST /webhooks/app/uninstalled`: signed by the platform, each webhook id taken once. */
export const uninstalledWebhook = (deps: CommandApiDeps): Router => {
  const router = Router({ caseSensitive: true });
  const path = "/webhooks/app/uninstalled";
  router.post(path, express.raw({ type: () => true, limit: "1mb" }), async (request, response) => {
    response.locals.route = path;
    const body: Uint8Array = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!deps.platform.verifyWebhook(body, request.get("x-shopify-hmac-sha256") ?? ""))
      throw new ApiError({
        status: 401,
        code: "unauthorized",
        message: "The web hook was not signed by the store platform.",
      });
    const webhookId = request.get("x-shopify-webhook-id") ?? "";
    const shop = shopOfHost(request.get("x-shopify-shop-domain") ?? "");
    if (!/^[\w.:/-]{1,200}$/.test(webhookId) || shop === undefined)
      throw new ApiError({
        status: 400,
        code: "invalid",
        message: "The web hook needs an id and the domain of a shop.",
      });
    if ((shopOfBody(body) ?? shop) !== shop)
      throw new ApiError({
        status: 400,
        code: "invalid",
        message: "The web hook's header names another shop than its signed body.",
      });
    const seen = `webhook:${webhookId}`;
    const tenant = await deps.shopNames.tenantOf(shop);
    const news = tenant !== undefined && (await deps.state.get(seen)) === undefined;
    if (news && !(await isOutdated(deps, tenant, request.get("x-shopify-triggered-at"))))
      await uninstall(deps, tenant, webhookId, response.locals.requestId);
    await deps.state.put(seen, true, { expiresAt: new Date(deps.clock.wall().getTime() + remembered) });
    response.json(okEnvelope(true));
  });
  router.all(path, (_request, response) => {
    response.locals.route = path;
    throw new ApiError({
      status: 405,
      code: "method",
      message: "Web hooks are sent by POST.",
      headers: { allow: "POST" },
    });
  });
  return router;
};
