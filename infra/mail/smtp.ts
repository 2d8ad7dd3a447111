import type { Readable } from "node:stream";
import {
  assertMail,
  type Mail,
  type MailMessage,
  MailRefused,
  MailUnavailable,
  type RefusedRecipient,
} from "../ports/mail.ts";
import { loadNodemailer, nodemailerMessage } from "./nodemailer-message.ts";

/** ms; together less than the lease of a mail's job. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "responseCode" in error && typeof error.responseCode === "number"
    ? error.responseCode
    : undefined;

const isForGood = (code: number | undefined): boolean =>
  code !== undefined && code >= 500 && code !== 530 && code !== 535;

/** What the server said of single recipients. Where it took the mail for none, the error's code is of one that it refused for now, if there is one. */
const refusedBy = (outcome: unknown): RefusedRecipient[] => {
  const errors = (outcome as { rejectedErrors?: (Error & { recipient?: string })[] } | null)?.rejectedErrors ?? [];
  return errors.map((error) => ({ address: error.recipient ?? "", forGood: isForGood(codeOf(error)) }));
};

/** No server by this name, or none that takes connections there. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "EDNS") || ("syscall" in error && error.syscall === "connect"));

/** Never the library's own sentence: it may hold addresses, and a log must not. */
const asOurs = (id: string, error: unknown): Error => {
  const code = codeOf(error);
  const reason =
    code === undefined ? String((error as { code?: unknown } | null)?.code ?? "no connection") : `code ${code}`;
  return isForGood(code)
    ? new MailRefused(`The mail server refused mail ${id} for good (${reason}).`)
    : new MailUnavailable(`Mail ${id} could not be handed to the mail server (${reason}). Look at SMTP_URL.`, {
        notTaken: code !== undefined || isUnreached(error),
      });
};

/** What an attachment's own bytes threw is no word of the mail server. */
const watched = (message: MailMessage): { message: MailMessage; thrown(): { error: unknown } | undefined } => {
  let thrown: { error: unknown } | undefined;
  const note = (error: unknown) => {
    thrown ??= { error };
  };
  const watch = (open: () => Promise<Readable>) => async () => {
    const stream = await open().catch((error: unknown) => {
      note(error);
      throw error;
    });
    return stream.once("error", note);
  };
  const attachments = message.attachments?.map(({ content, ...rest }) => ({
    ...rest,
    content: typeof content === "function" ? watch(content) : content,
  }));
  return { message: attachments ? { ...message, attachments } : message, thrown: () => thrown };
};

/**
 * Mail by SMTP. `url` is `smtp://user:password@host:port` or `smtps://…`; `from` is the product's own address. A refused log-in
 * counts as unavailable: the operator can mend it, and the mail waits.
 */
export const createSmtpMail = (options: { url: string; from: string }): Mail => {
  return {
    async send(message) {
      assertMail(message);
      const { createTransport } = await loadNodemailer();
      // Without a pool, so each mail has a connection of its own anyway.
      const transport = createTransport({ url: options.url, ...patience });
      const { message: open, thrown } = watched(message);
      try {
        const sent = await transport.sendMail(await nodemailerMessage(open, options.from));
        return { answer: sent.response, refused: refusedBy(sent) };
      } catch (error) {
        const own = thrown();
        throw own ? own.error : asOurs(message.id, error);
      }
    },
    async close() {},
  };
};
