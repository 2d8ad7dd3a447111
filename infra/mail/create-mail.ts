import type { Clock } from "../ports/clock.ts";
import type { Mail, Outbox } from "../ports/mail.ts";
import { askRelay, type RelayOffer } from "./ask-relay.ts";
import { ehloName } from "./ehlo-name.ts";
import { createOutbox } from "./outbox.ts";
import { outboxFolder } from "./outbox-folder.ts";
import { createRelayTurns, type RelayTurns } from "./relay-turns.ts";
import { type AnsweredMail, createSmtpMail, type SmtpOptions } from "./smtp.ts";
import { withWideAddresses } from "./wide-addresses.ts";

export type MailConfig = {
  DATA_DIR: string;
  APP_URL: string;
  MAIL_FROM: string;
  MAIL_ENVELOPE_FROM?: string | undefined;
  MAIL_PER_MINUTE?: number | undefined;
  SMTP_URL?: string | undefined;
  SMTP_ALLOW_PLAINTEXT?: boolean;
};

const smtpOptions = (config: MailConfig): SmtpOptions | undefined =>
  config.SMTP_URL === undefined
    ? undefined
    : {
        url: config.SMTP_URL,
        from: config.MAIL_FROM,
        envelopeFrom: config.MAIL_ENVELOPE_FROM,
        name: ehloName(config.APP_URL),
        allowPlaintext: config.SMTP_ALLOW_PLAINTEXT === true,
      };

const createRelayMail = (options: SmtpOptions): AnsweredMail =>
  withWideAddresses(createSmtpMail(options), async () => (await askRelay(options)).utf8);

export type ConfiguredMail = {
  mail: Mail;
  outbox: Outbox;
  /** Asks the mail server if it takes our mail, see {@link askRelay}; undefined without one. */
  ask: (() => Promise<RelayOffer>) | undefined;
  /** A mail server has the whole of a mail and has not answered yet. */
  awaitsAnswer(): boolean;
};

/** Mail as the configuration says: by SMTP when SMTP_URL is set, else into `<DATA_DIR>/outbox`. The outbox is always there. */
export const createMail = (config: MailConfig): ConfiguredMail => {
  const outbox = createOutbox({ folder: outboxFolder(config.DATA_DIR), from: config.MAIL_FROM });
  const smtp = smtpOptions(config);
  if (smtp === undefined) return { outbox, mail: outbox, ask: undefined, awaitsAnswer: () => false };
  const mail = createRelayMail(smtp);
  return { outbox, mail, ask: () => askRelay(smtp), awaitsAnswer: mail.awaitsAnswer };
};

/** The same with the turns of mails at the relay, for the process that sends them. `onPause`: see {@link createRelayTurns}. */
export const createMailInTurns = (
  config: MailConfig,
  options: { clock: Pick<Clock, "steady">; onPause: (ms: number, cause?: Error) => void },
): ConfiguredMail & { turns: RelayTurns } => {
  const { mail, ...rest } = createMail(config);
  const turns = createRelayTurns({ ...options, perMinute: config.MAIL_PER_MINUTE });
  return { ...rest, mail: turns.watch(mail), turns };
};
