import type { Readable } from "node:stream";
import type { SendMailOptions } from "nodemailer";
import { encodedBytes, type MailAttachment, type MailMessage } from "../ports/mail.ts";

/** Loads nodemailer on first use: it takes 5 MiB, and few processes send mail. */
export const loadNodemailer = () => import("nodemailer");

const host = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
const plain = (address: string) => ({ name: "", address });

/** nodemailer would read the view's whole buffer. */
const contentOf = ({ content }: MailAttachment): Promise<Readable> | Buffer =>
  typeof content === "function" ? content() : Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/**
 * Addresses are objects, so none is parsed as several. No message can make nodemailer read files or the network. The
 * Message-ID is `<id@host of the product's own address>`.
 */
export const nodemailerMessage = async (message: MailMessage, ownAddress: string): Promise<SendMailOptions> => ({
  messageId: `<${message.id}@${host(ownAddress)}>`,
  date: message.date,
  from: { name: message.fromName ?? "Sheaf", address: message.from ?? ownAddress },
  to: message.to.map(plain),
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

const bytesOf = ({ content, bytes }: MailAttachment): number | undefined =>
  typeof content === "function" ? bytes : content.byteLength;

/** Size as sent, without reading files. Undefined without attachments, or if one's size is unknown. */
const sizeOf = async (message: MailMessage, ownAddress: string): Promise<number | undefined> => {
  const files = (message.attachments ?? []).map(bytesOf);
  if (files.length === 0 || files.includes(undefined)) return undefined;
  const attachments = (message.attachments ?? []).map((one) => ({ ...one, content: new Uint8Array() }));
  const { createTransport } = await loadNodemailer();
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message: rest } = await transport.sendMail(await nodemailerMessage({ ...message, attachments }, ownAddress));
  return files.reduce<number>((sum, bytes = 0) => sum + encodedBytes(bytes), (rest as Buffer).byteLength);
};

/** Adds the envelope. `from`: the product's own address. `envelopeFrom`: receives bounces; default: the sender. */
export const smtpMessage = async (
  message: MailMessage,
  { from: ownAddress, envelopeFrom }: { from: string; envelopeFrom?: string | undefined },
): Promise<SendMailOptions> => {
  const size = await sizeOf(message, ownAddress);
  const from = envelopeFrom ?? message.from ?? ownAddress;
  // The envelope leaves out recipients that already have the mail.
  const envelope = { from, to: [...(message.only ?? message.to)], ...(size === undefined ? {} : { size }) };
  return { ...(await nodemailerMessage(message, ownAddress)), envelope };
};
