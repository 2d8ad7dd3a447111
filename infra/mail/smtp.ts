import { createTransport } from "nodemailer";
import { assertMail, type Mail, MailRefused, MailUnavailable } from "../ports/mail.ts";
import { nodemailerMessage } from "./nodemailer-message.ts";

/** ms; together less than the lease of a mail's job. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && "responseCode" in error && typeof error.responseCode === "number"
    ? error.responseCode
    : undefined;

/** Never the library's own sentence: it may hold addresses, and a log must not. */
const asOurs = (id: string, error: unknown): Error => {
  const code = codeOf(error);
  const reason =
    code === undefined ? String((error as { code?: unknown } | null)?.code ?? "no connection") : `code ${code}`;
  return code !== undefined && code >= 500 && code !== 530 && code !== 535
    ? new MailRefused(`The mail server refused mail ${id} for good (${reason}).`)
    : new MailUnavailable(`Mail ${id} could not be handed to the mail server (${reason}). Look at SMTP_URL.`);
};

/**
 * Mail by SMTP. `url` is `smtp://user:password@host:port` or `smtps://…`; `from` is the product's own address. A refused log-in
 * counts as unavailable: the operator can mend it, and the mail waits.
 */
export const createSmtpMail = (options: { url: string; from: string }): Mail => {
  const transport = createTransport({ url: options.url, ...patience });
  return {
    async send(message) {
      assertMail(message);
      try {
        await transport.sendMail(nodemailerMessage(message, options.from));
      } catch (error) {
        throw asOurs(message.id, error);
      }
    },
    async close() {
      transport.close();
    },
  };
};
