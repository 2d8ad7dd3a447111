import { z } from "zod";
import { hasProtocol, trueOrFalse, wholeNumber } from "./values.ts";

export const mailSettings = {
  /** Recipient of messages to support; in the demo, without it, they stay as files in `<DATA_DIR>/outbox`. */
  SUPPORT_EMAIL: z.email().optional(),
  /**
   * Mail server, `smtp://user:password@host:587` or `smtps://…`; in the demo, without it, mail is written to
   * `<DATA_DIR>/outbox`.
   */
  SMTP_URL: z
    .string()
    .refine(
      (text) => hasProtocol(text, ["smtp:", "smtps:"]),
      "must be smtp:// or smtps:// with a host, as smtp://user:password@mail.example:587",
    )
    .optional(),
  /** Lets the password of SMTP_URL go to another machine without encryption. */
  SMTP_ALLOW_PLAINTEXT: trueOrFalse.default(false),
  /** Sender of mail; default `no-reply@` and the host of APP_URL. */
  MAIL_FROM: z.email().optional(),
  /** Envelope sender: the mailbox for bounces; default MAIL_FROM. */
  MAIL_ENVELOPE_FROM: z.email().optional(),
  /** Concurrent connections of one deliverer to the mail server. */
  MAIL_CONNECTIONS: wholeNumber(1, 100).default(8),
  /** Mails that one deliverer sends in a minute, evenly; unset: no limit. */
  MAIL_PER_MINUTE: wholeNumber(1, 100_000).optional(),
  /**
   * Size limit of a mail as sent, in millions of bytes. Base64 adds a third to attachments. A larger report goes as a
   * link.
   */
  MAIL_ATTACHMENT_MAX_MB: wholeNumber(1, 100).default(10),
};

/** Reason and advice for settings that are required outside the demo. */
const needed = {
  SMTP_URL: "as mail would stay in a folder. Name your mail server, as smtp://user:password@mail.example:587.",
  SUPPORT_EMAIL: "as messages to support would stay in a folder. Name the address that you read.",
} as const;

/** In sentences. The demo on this machine needs none, as it keeps its mail in a folder. */
export const findMailProblems = (
  settings: { SMTP_URL?: string | undefined; SUPPORT_EMAIL?: string | undefined },
  { isDemo }: { isDemo: boolean },
): string[] =>
  (["SMTP_URL", "SUPPORT_EMAIL"] as const)
    .filter((name) => !isDemo && settings[name] === undefined)
    .map((name) => `${name}: must be set outside the demo on this machine, ${needed[name]}`);
