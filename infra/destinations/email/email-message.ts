import { composeMail, type FileAttachment } from "#domain/destinations/compose-mail.ts";
import { reportMailId } from "#domain/run/run-ids.ts";
import { toSafeName } from "#domain/text/visible.ts";
import type { Delivery, EmailDestination } from "../../ports/destination.ts";
import { fitsMail, type MailMessage } from "../../ports/mail.ts";
import { openVerified } from "../verified-file.ts";

/** Decides by the merchant's choice and MAIL_ATTACHMENT_MAX_MB. */
export const attachmentModeOf = (
  { file, destination }: Delivery<EmailDestination>,
  attachmentMaxMb: number,
): FileAttachment["as"] => {
  if (destination.asLink) return "link";
  return fitsMail(file.bytes, attachmentMaxMb) ? "file" : "too-large";
};

/** `afterRefusal`: the mail server refused a mail with the file as too large. */
export type HeldReport = { as: FileAttachment["as"]; afterRefusal?: boolean };

export const messageOf = (
  { id, tenant, shop, file, title, period, zone, createdAt, test, notes, destination }: Delivery<EmailDestination>,
  held: HeldReport,
  signal: AbortSignal,
): MailMessage => {
  const of = { title, fileName: file.name, period, zone, test, notes };
  const content = async () => {
    const { stream } = await openVerified(file);
    signal.addEventListener("abort", () => stream.destroy(signal.reason as Error), { once: true });
    return stream;
  };
  const fromName = toSafeName(destination.fromName).replaceAll(/\s+/g, " ");
  return {
    // The id differs, because mail clients show two mails with the same id once.
    id: held.afterRefusal ? `${reportMailId(id)}-link` : reportMailId(id),
    owner: { tenant, shop },
    to: destination.recipients,
    automatic: true,
    ...(fromName === "" ? {} : { fromName }),
    ...(destination.replyTo === "" ? {} : { replyTo: destination.replyTo }),
    ...composeMail(destination, of, { as: held.as, link: file.link }),
    date: new Date(createdAt),
    ...(held.as === "file"
      ? { attachments: [{ name: file.name, contentType: file.contentType, content, bytes: file.bytes }] }
      : {}),
  };
};
