import { readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { createOutbox } from "#infra/mail/outbox.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import type { Mail, Outbox } from "#infra/ports/mail.ts";
import { createTempFolder } from "./temp-folder.ts";

/** A mail as its reader has it. `messageId` is undefined where the adapter writes none. */
type Arrived = {
  messageId: string | undefined;
  from: string;
  fromName: string;
  to: string[];
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string | undefined;
  date: Date;
  attachments: { name: string; contentType: string; content: Uint8Array }[];
};
export type OpenedMail = { mail: Mail; arrived(): Promise<Arrived[]>; close(): Promise<void> };

const own = "no-reply@sheaf.example";

const parse = async (raw: Uint8Array): Promise<Arrived> => {
  const mail = await PostalMime.parse(raw);
  return {
    messageId: mail.messageId,
    from: mail.from?.address ?? "",
    fromName: mail.from?.name ?? "",
    to: (mail.to ?? []).map(({ address }) => address ?? ""),
    replyTo: mail.replyTo?.[0]?.address,
    subject: mail.subject ?? "",
    text: (mail.text ?? "").replace(/\r?\n$/, ""),
    html: mail.html?.trim(),
    date: new Date(mail.date ?? ""),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "",
      contentType: mimeType,
      content: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
};

export type OpenedOutbox = OpenedMail & { mail: Outbox };

export const memory = async (): Promise<OpenedOutbox> => {
  const mail = createMemoryMail();
  return {
    mail,
    arrived: async () =>
      mail.sent.map((sent) => ({
        messageId: undefined,
        from: sent.from ?? own,
        fromName: sent.fromName ?? "Sheaf",
        to: [...sent.to],
        replyTo: sent.replyTo,
        subject: sent.subject,
        text: sent.text,
        html: sent.html,
        date: sent.date,
        attachments: [...(sent.attachments ?? [])],
      })),
    close: async () => undefined,
  };
};

export const outbox = async (): Promise<OpenedOutbox & { folder: string }> => {
  const { path, remove } = await createTempFolder();
  const folder = join(path, "outbox");
  const mail = createOutbox({ folder, from: own });
  return {
    mail,
    folder,
    arrived: async () => {
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
      return Promise.all(files.sort().map(async (name) => parse(await readFile(join(folder, name)))));
    },
    close: async () => {
      await mail.close();
      await remove();
    },
  };
};

/** A mail server that stores what it gets. `answers`: codes for the next e-mails, after which it accepts everything. */
export const smtp = async (answers: number[] = []): Promise<OpenedMail & { stop(): Promise<void> }> => {
  const kept: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const code = answers.shift();
        if (code !== undefined) return done(Object.assign(new Error("owner@aurora.example"), { responseCode: code }));
        kept.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: own });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= new Promise<void>((resolve) => server.close(() => resolve()));
    return stopped;
  };
  return {
    mail,
    arrived: () => Promise.all(kept.map(parse)),
    stop,
    close: async () => {
      await mail.close();
      await stop();
    },
  };
};
