import type { Readable } from "node:stream";
import type { SendMailOptions } from "nodemailer";
import type { MailAttachment, MailMessage } from "../ports/mail.ts";

/** Web processes and workers can all send mail, and few ever do: the library takes 5 MiB from when it is loaded. */
export const loadNodemailer = () => import("nodemailer");

const host = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
const plain = (address: string) => ({ name: "", address });

/** Nodemailer's own reading of a view would be of all that is behind it. */
const contentOf = ({ content }: MailAttachment): Promise<Readable> | Buffer =>
  typeof content === "function" ? content() : Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/**
 * A mail in the words of nodemailer. Addresses go in as objects, so that none is ever read as several; nothing is read from files
 * or the network on a message's behalf. The Message-ID is `<id@host of the product's own address>`.
 */
export const nodemailerMessage = async (message: MailMessage, own: string): Promise<SendMailOptions> => ({
  messageId: `<${message.id}@${host(own)}>`,
  date: message.date,
  from: { name: message.fromName ?? "Sheaf", address: message.from ?? own },
  to: message.to.map(plain),
  // All recipients stand in the mail, as on the first try, and those alone get it who do not have it.
  ...(message.only === undefined ? {} : { envelope: { from: message.from ?? own, to: [...message.only] } }),
  ...(message.replyTo === undefined ? {} : { replyTo: plain(message.replyTo) }),
  ...(message.automatic ? { headers: { "Auto-Submitted": "auto-generated" } } : {}),
  subject: message.subject,
  text: message.text,
  ...(message.html === undefined ? {} : { html: message.html }),
  attachments: await Promise.all(
    (message.attachments ?? []).map(async (attachment) => ({
      filename: attachment.name,
      contentType: attachment.contentType,
      content: await contentOf(attachment),
    })),
  ),
  disableFileAccess: true,
  disableUrlAccess: true,
});
