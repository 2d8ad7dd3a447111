import { z } from "zod";
import { flag, isAddress, whole } from "./values.ts";

/** Settings of mail. */
export const mailSettings = {
  /** Where messages to support go; in the demo they stay as files in `<DATA_DIR>/outbox` without it. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Mail server, `smtp://user:password@host:587` or `smtps://…`; in the demo mail is written to `<DATA_DIR>/outbox` without it. */
  SMTP_URL: z
    .string()
    .refine(
      (text) => isAddress(text, ["smtp:", "smtps:"]),
      "must be smtp:// or smtps:// with a host, as smtp://user:password@mail.example:587",
    )
    .optional(),
  /** Lets the password of SMTP_URL go to another machine without encryption. */
  SMTP_ALLOW_PLAINTEXT: flag.default(false),
  /** Address that mail comes from; default `no-reply@` and the host of APP_URL. */
  MAIL_FROM: z.email().optional(),
  /** Envelope sender: the mailbox that bounces go to; default MAIL_FROM. */
  MAIL_ENVELOPE_FROM: z.email().optional(),
  /** Connections to the mail server that one deliverer has at once. */
  MAIL_CONNECTIONS: whole(1, 100).default(8),
  /** Mails that one deliverer sends in a minute, evenly; unset: no limit. */
  MAIL_PER_MINUTE: whole(1, 100_000).optional(),
  /** Bytes, in millions, that a mail may have as it is sent. Attachments travel in Base64, which adds a third. A larger report goes as a link. */
  MAIL_ATTACHMENT_MAX_MB: whole(1, 100).default(10),
};

/** Why each must be set outside the demo, and how. */
const needed = {
  SMTP_URL: "as mail would stay in a folder. Name your mail server, as smtp://user:password@mail.example:587.",
  SUPPORT_EMAIL: "as messages to support would stay in a folder. Name the address that you read.",
} as const;

/** Lists the mail settings that are missing, in sentences. The demo on this machine needs none, as it keeps its mail in a folder. */
export const mailTroubles = (
  settings: { SMTP_URL?: string | undefined; SUPPORT_EMAIL?: string | undefined },
  { isDemo }: { isDemo: boolean },
): string[] =>
  (["SMTP_URL", "SUPPORT_EMAIL"] as const)
    .filter((name) => !isDemo && settings[name] === undefined)
    .map((name) => `${name}: must be set outside the demo on this machine, ${needed[name]}`);
