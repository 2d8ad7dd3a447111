import type { Mail, Outbox } from "../ports/mail.ts";
import { createOutbox } from "./outbox.ts";
import { outboxFolder } from "./outbox-folder.ts";
import { createSmtpMail } from "./smtp.ts";

/** Mail as the configuration says: by SMTP when SMTP_URL is set, else into `<DATA_DIR>/outbox`. The outbox is always there. */
export const createMail = (config: {
  DATA_DIR: string;
  MAIL_FROM: string;
  SMTP_URL?: string | undefined;
  SMTP_ALLOW_PLAINTEXT?: boolean;
}): { mail: Mail; outbox: Outbox } => {
  const outbox = createOutbox({ folder: outboxFolder(config.DATA_DIR), from: config.MAIL_FROM });
  const { SMTP_URL: url } = config;
  return {
    outbox,
    mail:
      url === undefined
        ? outbox
        : createSmtpMail({ url, from: config.MAIL_FROM, allowPlaintext: config.SMTP_ALLOW_PLAINTEXT === true }),
  };
};
