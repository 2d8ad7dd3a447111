import { z } from "zod";
import { runEffectInOrder } from "#application/commands/run-effect-in-order.ts";
import { toFtpServer } from "#application/deliveries/resolve-destination.ts";
import { ensureWebhookSecret, renewWebhookSecret } from "#application/deliveries/webhook-secret.ts";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { automationKind } from "#domain/workspace/automations/automations.ts";
import { findSetup } from "#domain/workspace/automations/destination.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { AutomationAccess } from "#domain/workspace/state.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeOnWorkspace } from "../workspace/execute-on-workspace.ts";

const Id = z.string().min(1).max(100);

/** Records the access before it happens: nobody sees a secret without a trace. */
const recordAccess = (deps: CommandApiDeps, call: CallOf<"shop">, automationId: string, did: AutomationAccess) =>
  executeOnWorkspace(deps, call, `${did} ${automationId}`, () => ({ type: "NoteAutomationAccess", automationId, did }));

const forgetKeyRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/forget-host-key",
    summary: "Its FTP server has another key on purpose: the next delivery takes the one that it shows",
    description:
      "For reports whose destination is FTP. Call it only if you know why the key changed, as the old key protects against impostors.",
    refuses: ["rule", "unknown"],
    access: "shop",
    body: Id,
    bare: "id",
    data: z.null(),
    handler: async ({ body: automationId }, call) => {
      const { tenant } = call.caller;
      const result = await recordAccess(deps, call, automationId, "key-forgotten");
      if (isRefusal(result)) return result;
      const automation = findItem(automationKind, result.state, automationId);
      const setup = automation && findSetup(automation, DestinationKind.Ftp);
      if (setup === undefined) return null;
      const server = toFtpServer(setup);
      const effect = `forget-key:${tenant}:${JSON.stringify(server)}`;
      // A late repeat must not forget a key pinned since.
      await runEffectInOrder(deps, { effect, version: result.version, signal: call.signal }, () =>
        deps.destinations.forgetPinnedKeys(server, { tenant }),
      );
      return null;
    },
  });

const secretRoute = (deps: CommandApiDeps) =>
  route({
    method: "GET",
    path: "automations/webhook-secret/{id}",
    summary:
      "The secret that signs the webhooks of an automated report (docs/webhooks.md); its history tells who saw it",
    description:
      "Although it only reads, showing a secret is noted with who asked. For reports whose destination is a webhook.",
    refuses: ["rule", "unknown"],
    access: "shop",
    params: z.strictObject({ id: Id }),
    data: z.string(),
    handler: async ({ params: { id: automationId } }, call) => {
      const result = await recordAccess(deps, call, automationId, "secret-shown");
      return isRefusal(result) ? result : ensureWebhookSecret(deps, { tenant: call.caller.tenant, automationId });
    },
  });

const newSecretRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/new-webhook-secret",
    summary:
      "Makes a new secret for the webhooks of an automated report, which signs from now on; the one before doesn't",
    description:
      "Give the new secret to the receiver before the next report goes out. For reports whose destination is a webhook.",
    refuses: ["rule", "unknown"],
    access: "shop",
    body: Id,
    bare: "id",
    data: z.string(),
    handler: async ({ body: automationId }, call) => {
      const { tenant } = call.caller;
      const result = await recordAccess(deps, call, automationId, "secret-renewed");
      if (isRefusal(result)) return result;
      const commandId = stepId(call, tenant, `secret-renewed ${automationId}`);
      const of = { tenant, automationId };
      // A late repeat must not bring an older secret back.
      await runEffectInOrder(
        deps,
        { effect: `webhook-secret:${automationId}`, version: result.version, signal: call.signal },
        () => renewWebhookSecret(deps, of, commandId),
      );
      return ensureWebhookSecret(deps, of);
    },
  });

/** Routes for the webhook's signing secret, and changed host keys of an FTP server. */
export const keyRoutes = (deps: CommandApiDeps): Route[] => [
  forgetKeyRoute(deps),
  secretRoute(deps),
  newSecretRoute(deps),
];
