import { shopDecider } from "#domain/shop/decider.ts";
import { isMailAddress, type MailMessage } from "#infra/ports/mail.ts";
import { Erased } from "#infra/ports/stores/vault.ts";
import type { MailDeps } from "../deps.ts";
import { type SupportMessage, toMailId } from "./mail-job.ts";

/** Recipient if there is no support address: the mail then goes to the outbox only. */
const nobody = "support@localhost";

/** Replies go to the shop. Undefined if the text was erased. */
export const supportMail = async (
  { runner, vault, supportEmail }: Pick<MailDeps, "runner" | "vault" | "supportEmail">,
  request: SupportMessage,
): Promise<MailMessage | undefined> => {
  const text = await vault.read(request.messageRef);
  if (text === Erased) return undefined;
  const { state } = await runner.load(shopDecider, request.tenant);
  const shop = state.status === "unknown" ? request.tenant : state.shop;
  const email = "profile" in state ? await vault.read(state.profile.emailRef) : Erased;
  const replyTo = email !== Erased && isMailAddress(email) ? email : undefined;
  return {
    id: toMailId(request),
    owner: { tenant: request.tenant, shop },
    to: [supportEmail ?? nobody],
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: `Message from ${shop}`,
    text: [
      text,
      "",
      "-- ",
      `Shop: ${shop}`,
      `Reply to: ${replyTo ?? "unknown"}`,
      `Tenant: ${request.tenant}`,
      `Message: ${request.messageId}, ${request.instant}`,
    ].join("\n"),
    date: new Date(request.instant),
  };
};
