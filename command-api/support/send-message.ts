import { z } from "zod";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { type SupportCommand, supportDecider } from "#domain/support/decider.ts";
import { messageProblem, messageRefOf } from "#domain/support/message.ts";
import { ApiError } from "#infra/app/http/api-error.ts";
import { route } from "#infra/app/http/route.ts";
import { Erased } from "#infra/ports/vault.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

/** Keeps the message for support (S-1.2.9 and S-1.5): the text in the vault, the fact as an event. A worker mails it. */
export const sendMessageRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "support/send-message",
    summary: "Hands a message to support",
    access: "shop",
    // The rule about its length has words of its own; this only keeps out what no rule should look at.
    body: z.string().max(100_000),
    bare: "value",
    data: z.boolean(),
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const problem = messageProblem(body);
      if (problem !== null) return refuse("invalid", problem);
      const messageId = stepId(call, tenant, "support-message") ?? deps.ids.uuid();
      const messageRef = messageRefOf(messageId);
      // Before the event, which must never point at nothing; and once, so that a repeat does not change what was sent.
      const isNew = (await deps.vault.read(messageRef)) === Erased;
      if (isNew) await deps.vault.put(body.trim(), { owner: tenant, reference: messageRef });
      const takeBack = () => (isNew ? deps.vault.erase(messageRef) : undefined);
      try {
        const result = await executeForMerchant(deps, call, {
          decider: supportDecider,
          id: tenant,
          step: "send-support-message",
          make: (context): SupportCommand => ({ type: "SendSupportMessage", messageId, messageRef, context }),
        });
        if (isRefusal(result)) {
          await takeBack();
          return result;
        }
        call.setPosition(result.position);
      } catch (error) {
        // Told to wait: nothing was decided. After anything else the event may be there.
        if (error instanceof ApiError) await takeBack();
        throw error;
      }
      return true;
    },
  });
