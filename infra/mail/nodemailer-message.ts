import type { SendMailOptions } from "nodemailer";
import type { MailMessage } from "../ports/mail.ts";

const host = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
const plain = (address: string) => ({ name: "", address });

/**
 * A mail in the words of nodemailer. Addresses go in as objects, so that none is ever read as several; nothing is read from files
 * or the network on a message's behalf. The Message-ID is `<id@host of the product's own address>`.
 */
export const nodemailerMessage = (message: MailMessage, own: string): SendMailOptions => ({
  messageId: `<${message.id}@${host(own)}>`,
  date: message.date,
  from: { name: "Sheaf", address: message.from ?? own },
  to: message.to.map(plain),
  ...(message.replyTo === undefined ? {} : { replyTo: plain(message.replyTo) }),
  subject: message.subject,
  text: message.text,
  ...(message.html === undefined ? {} : { html: message.html }),
  attachments: (message.attachments ?? []).map(({ name, contentType, content }) => ({
    filename: name,
    contentType,
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  })),
  disableFileAccess: true,
  disableUrlAccess: true,
});
