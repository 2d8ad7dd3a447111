import { z } from "zod";
import { hasProtocol, trueOrFalse, wholeNumber } from "./values.ts";

export const mailSettings = {
  /** Receives messages to support; by default, in the demo, they stay in `<DATA_DIR>/outbox`. */
  SUPPORT_EMAIL: z.email().optional(),
  /**
   * Mail server: `smtp://user:password@host:587` or `smtps://…`; by default, in the demo, mail stays in
   * `<DATA_DIR>/outbox`.
   */
  SMTP_URL: z
    .string()
    .refine(
      (text) => hasProtocol(text, ["smtp:", "smtps:"]),
      "must be smtp:// or smtps:// with a host, such as smtp://user:password@mail.example:587",
    )
    .optional(),
  /** Lets SMTP_URL's password leave this machine unencrypted. */
  SMTP_ALLOW_PLAINTEXT: trueOrFalse.default(false),
  /** Sender; default: `no-reply@` and the host of APP_URL. */
  MAIL_FROM: z.email().optional(),
  /** Mailbox for bounces; default MAIL_FROM. */
  MAIL_ENVELOPE_FROM: z.email().optional(),
  /** Parallel connections to the mail server, per deliverer. */
  MAIL_CONNECTIONS: wholeNumber(1, 100).default(8),
  /** Mails per minute, per deliverer, spread evenly; unset: no limit. */
  MAIL_PER_MINUTE: wholeNumber(1, 100_000).optional(),
  /** Size limit of attachments as sent: Base64 adds a third. Larger reports are sent as links. */
  MAIL_ATTACHMENT_MAX_MB: wholeNumber(1, 100).default(10),
};

const needed = {
  SMTP_URL:
    "because mail would stay in a folder. Name your mail server, such as smtp://user:password@mail.example:587.",
  SUPPORT_EMAIL: "because messages to support would stay in a folder. Name an address that you read.",
} as const;

/** Returns problems with mail settings as sentences. The demo's mail stays in a folder. */
export const findMailProblems = (
  settings: { SMTP_URL?: string | undefined; SUPPORT_EMAIL?: string | undefined },
  { isDemo }: { isDemo: boolean },
): string[] =>
  (["SMTP_URL", "SUPPORT_EMAIL"] as const)
    .filter((name) => !isDemo && settings[name] === undefined)
    .map((name) => `${name}: must be set outside the demo on this machine, ${needed[name]}`);
