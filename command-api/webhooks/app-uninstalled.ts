import { z } from "zod";
import { isRefusal } from "#domain/core/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { usualLargest, webhookTopic } from "./topic.ts";

/** The shop has removed the application: its tokens go, everybody is logged out. */
export const appUninstalled = webhookTopic({
  name: "app/uninstalled",
  // The platform's shop object (P-3).
  body: z.object({ id: z.union([z.number(), z.string()]), myshopify_domain: z.string() }),
  largest: usualLargest,
  domainOf: (body) => body.myshopify_domain,
  endedByConsent: true,
  handle: async (deps, { tenant, webhookId, requestId }) => {
    await deps.platform.forgetTokens(tenant);
    await deps.sessions.raiseEpoch(tenant);
    const result = await deps.runner.execute(
      shopDecider,
      tenant,
      (context): ShopCommand => ({ type: "UninstallShop", webhookId, context }),
      { tenant, actor: { kind: "system", part: "webhooks" }, correlation: requestId, causation: webhookId },
    );
    if (isRefusal(result)) throw new Error(`An uninstall was refused: ${result.message}`);
    // Once more: a log-in that began after the first time may have been let in before the shop was closed.
    await deps.sessions.raiseEpoch(tenant);
  },
});
