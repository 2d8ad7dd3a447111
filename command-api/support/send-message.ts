import { z } from "zod";
import { ApiError } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { type SupportCommand, supportDecider } from "#domain/support/decider.ts";
import { messageProblem, toMessageRef } from "#domain/support/message.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

/** Prevents an event before its text is in the vault. */
class TextMissing extends Error {
  override name = "TextMissing";
}

/** Put before the event, and once, so that a concurrent repeat cannot change it. A refusal removes it. */
const withStoredText = async <R extends object>(
  { vault }: Pick<CommandApiDeps, "vault">,
  { tenant, messageRef, words }: { tenant: string; messageRef: string; words: string },
  send: () => Promise<R>,
): Promise<R> => {
  const isNew = (await vault.read(messageRef)) === Erased;
  if (isNew) await vault.put(words, { owner: tenant, reference: messageRef });
  const takeBack = () => (isNew ? vault.erase(messageRef) : undefined);
  try {
    const result = await send();
    if (isRefusal(result)) await takeBack();
    return result;
  } catch (error) {
    // An ApiError means that nothing was decided. After another error the event may exist.
    if (error instanceof ApiError) await takeBack();
    throw error;
  }
};

/** Sends a message: its text is in the vault, the fact is an event (S-1.2.9 and S-1.5). A worker e-mails it. */
export const sendMessageRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "support/send-message",
    summary: "Hands a message to support",
    description: "The message is mailed with the shop's name and address. A shop can send a few messages an hour.",
    refuses: ["invalid", "too-many"],
    access: "shop",
    // A rule checks the length; this only bounds its work.
    body: z.string().max(100_000),
    bare: "value",
    data: z.boolean(),
    handler: async ({ body }, call) => {
      const { tenant } = call.caller;
      const problem = messageProblem(body);
      if (problem !== null) return refuse("invalid", problem);
      const messageId = stepId(call, tenant, "support-message") ?? deps.ids.uuid();
      const messageRef = toMessageRef(messageId);
      const send = (hasWords: boolean) =>
        executeForMerchant(deps, call, {
          decider: supportDecider,
          id: tenant,
          step: "send-support-message",
          make: (context): SupportCommand => {
            if (!hasWords) throw new TextMissing();
            return { type: "SendSupportMessage", messageId, messageRef, context };
          },
        });
      // A repeat must not store a text again that may be erased since.
      const before = await send(false).catch((error: unknown) => {
        if (error instanceof TextMissing) return undefined;
        throw error;
      });
      const result =
        before ?? (await withStoredText(deps, { tenant, messageRef, words: body.trim() }, () => send(true)));
      if (isRefusal(result)) return result;
      call.setPosition(result.position);
      return true;
    },
  });
