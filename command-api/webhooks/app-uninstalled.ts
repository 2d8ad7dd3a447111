import { z } from "zod";
import type { CommandRequest } from "#application/commands/command-runner-types.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { type GrantCommand, grantDecider } from "#domain/impersonation/grant.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { CommandApiDeps } from "../deps.ts";
import { defaultMaxBodyBytes, defineWebhookTopic } from "./topic.ts";

/** Logs everybody out, and ends support's permission (ADR 100). */
const endAllAccess = async ({ sessions, runner }: CommandApiDeps, request: CommandRequest): Promise<void> => {
  const { tenant } = request;
  await sessions.raiseEpoch(tenant);
  const stop = (context: GrantCommand["context"]): GrantCommand => ({ type: "StopSupportChanges", context });
  const stopped = await runner.execute(grantDecider, tenant, stop, request);
  if (isRefusal(stopped)) throw new Error(`The end of a grant was refused: ${stopped.message}`);
};

/** Drops the shop's tokens and ends all access. */
export const appUninstalled = defineWebhookTopic({
  name: "app/uninstalled",
  // The platform's shop object (P-3).
  body: z.object({ id: z.union([z.number(), z.string()]), myshopify_domain: z.string() }),
  maxBodyBytes: defaultMaxBodyBytes,
  getDomain: (body) => body.myshopify_domain,
  endedByConsent: true,
  handle: async (deps, { tenant, webhookId, requestId }) => {
    const request: CommandRequest = {
      tenant,
      actor: { kind: "system", part: "webhooks" },
      correlation: requestId,
      causation: webhookId,
    };
    await deps.platform.forgetTokens(tenant);
    await endAllAccess(deps, request);
    const result = await deps.runner.execute(
      shopDecider,
      tenant,
      (context): ShopCommand => ({ type: "UninstallShop", webhookId, context }),
      request,
    );
    if (isRefusal(result)) throw new Error(`An uninstall was refused: ${result.message}`);
    // This covers a login between the first call and the uninstall.
    await endAllAccess(deps, request);
  },
});
