import type { Clock } from "../ports/clock.ts";
import type { Mail, Outbox } from "../ports/mail.ts";
import { ehloName } from "./ehlo-name.ts";
import { withInternationalAddresses } from "./international-addresses.ts";
import { createOutbox } from "./outbox.ts";
import { getOutboxFolder } from "./outbox-folder.ts";
import { probeSmtpServer, type SmtpCapabilities } from "./probe-smtp-server.ts";
import { type AnsweredMail, createSmtpMail, type SmtpOptions } from "./smtp.ts";
import { createSmtpCircuitBreaker, type SmtpCircuitBreaker } from "./smtp-circuit-breaker.ts";

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

const createSmtpServerMail = (options: SmtpOptions): AnsweredMail =>
  withInternationalAddresses(createSmtpMail(options), async () => (await probeSmtpServer(options)).utf8);

export type ConfiguredMail = {
  mail: Mail;
  outbox: Outbox;
  /** Probes the mail server ({@link probeSmtpServer}). Undefined without one. */
  probe: (() => Promise<SmtpCapabilities>) | undefined;
  /** True while a mail server has a whole mail and hasn't responded. */
  isAwaitingAnswer(): boolean;
};

/** SMTP if SMTP_URL is set, else `<DATA_DIR>/outbox`. The outbox always exists. */
export const createMail = (config: MailConfig): ConfiguredMail => {
  const outbox = createOutbox({ folder: getOutboxFolder(config.DATA_DIR), from: config.MAIL_FROM });
  const smtp = smtpOptions(config);
  if (smtp === undefined) return { outbox, mail: outbox, probe: undefined, isAwaitingAnswer: () => false };
  const mail = createSmtpServerMail(smtp);
  return { outbox, mail, probe: () => probeSmtpServer(smtp), isAwaitingAnswer: mail.isAwaitingAnswer };
};

/** Adds the relay's circuit breaker. `onPause`: see {@link createSmtpCircuitBreaker}. */
export const createGuardedMail = (
  config: MailConfig,
  options: { clock: Pick<Clock, "steady">; onPause: (ms: number, cause?: Error) => void },
): ConfiguredMail & { circuitBreaker: SmtpCircuitBreaker } => {
  const { mail, ...rest } = createMail(config);
  const turns = createSmtpCircuitBreaker({ ...options, perMinute: config.MAIL_PER_MINUTE });
  return { ...rest, mail: turns.watch(mail), circuitBreaker: turns };
};
