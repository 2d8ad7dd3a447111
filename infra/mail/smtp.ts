import type { Readable } from "node:stream";
import { isOnThisMachine } from "../config/on-this-machine.ts";
import {
  assertMail,
  type Mail,
  type MailMessage,
  MailRefused,
  MailUnavailable,
  type RefusedRecipient,
} from "../ports/mail.ts";
import {
  classifyRefusal,
  getRefusalCode,
  isLetterRefusal,
  isRecipientLimit,
  type RefusalFault,
  type SmtpRefusal,
  scopeOfRefusal,
} from "./classify-refusal.ts";
import { connectionFault } from "./connection-fault.ts";
import { loadNodemailer, smtpMessage } from "./nodemailer-message.ts";
import { toSizeRefusal } from "./size-refusal.ts";
import { defaultSmtpTimeouts, type SmtpTimeouts, type SmtpWatch, watchSmtp } from "./smtp-watch.ts";

type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown; recipient?: unknown };
type Rejected = { rejectedErrors?: readonly SmtpError[] };

const toText = (value: unknown): string => (typeof value === "string" ? value : "");
const refusalOf = (error: unknown, othersTaken = false): SmtpRefusal | undefined => {
  const { command, response, responseCode } = (error ?? {}) as SmtpError;
  if (typeof responseCode !== "number") return undefined;
  return { command: toText(command), code: responseCode, response: toText(response), othersTaken };
};

const refusedBy = (errors: readonly SmtpError[] = []): RefusedRecipient[] =>
  errors.map((error) => {
    const refusal = refusalOf({ command: "RCPT TO", ...error }, true);
    const forGood = refusal !== undefined && classifyRefusal(refusal).forGood;
    const inNextMail = refusal !== undefined && isRecipientLimit(refusal);
    const letters = refusal !== undefined && isLetterRefusal(refusal);
    const address = toText(error.recipient);
    return { address, forGood, ...(letters && { letters }), ...(inNextMail && { inNextMail }) };
  });

/** Returns the refusal that counts: one that is our fault, else a temporary one, else the first. */
const decidingRefusal = (
  refusals: readonly SmtpRefusal[],
): { refusal: SmtpRefusal; fault: RefusalFault; forGood: boolean } | undefined => {
  const judged = refusals.map((refusal) => ({ refusal, ...classifyRefusal(refusal) }));
  return judged.find(({ fault }) => fault === "ours") ?? judged.find(({ forGood }) => !forGood) ?? judged[0];
};

/** Faults of a certificate, which the library reports only in words. */
const certificateFaults: readonly [RegExp, string][] = [
  [/certificate has expired/i, "its certificate has expired"],
  [/not yet valid/i, "its certificate isn't valid yet"],
  [/self-signed/i, "its certificate is self-signed"],
  [/altnames/i, "its certificate is for another name"],
  [/unable to (?:verify|get)/i, "no known authority vouches for its certificate"],
];
const certificateFault = (error: unknown): string | undefined =>
  certificateFaults.find(([words]) => error instanceof Error && words.test(error.message))?.[1];

/** A mail's progress. */
export type MailProgress = {
  hasSender: boolean;
  /** True if the final dot may have been sent. */
  hasEnded: boolean;
  /** Last command with a response. */
  answered?: string | undefined;
  refusals?: readonly SmtpError[];
};

const unanswered = (id: string, error: unknown, { hasSender, hasEnded, refusals }: MailProgress): MailUnavailable => {
  const fault = certificateFault(error) ?? connectionFault(error);
  if (hasEnded)
    return new MailUnavailable(`The mail server's answer to mail ${id} was lost (${fault}). It may have the mail.`, {
      notTaken: false,
      reason: "its answer to the whole mail was lost",
      scope: "mail",
      refused: refusedBy(refusals),
    });
  // A server that accepted the sender let us in.
  const advice = hasSender ? "" : " Check SMTP_URL.";
  return new MailUnavailable(`Mail ${id} could not be handed to the mail server (${fault}).${advice}`, {
    notTaken: true,
    reason: fault,
    scope: hasSender ? "mail" : "relay",
  });
};

/** Maps an error to one of the port. Never quotes the library's message, which may contain addresses. */
export const toMailError = (id: string, error: unknown, progress: MailProgress): Error => {
  const single = (error as Rejected | null)?.rejectedErrors ?? [];
  const refusals = (single.length > 0 ? single : [error]).flatMap((one) => refusalOf(one) ?? []);
  const judged = decidingRefusal(refusals);
  if (!judged) return unanswered(id, error, progress);
  const { refusal, fault, forGood } = judged;
  // nodemailer reports a pipelined 421 as a connection fault.
  const command = (refusal.command === "CONN" && progress.answered) || refusal.command;
  const code = getRefusalCode(refusal);
  const isOfLetters = refusals.every(isLetterRefusal);
  if (fault !== "ours" && forGood)
    return new MailRefused(`The mail server refused mail ${id} (code ${code} to ${command}).`, {
      because: isOfLetters ? "letters" : fault,
      code,
      command,
    });
  const ours = fault === "ours";
  const advice = ours ? " Check SMTP_URL and what the mail server allows." : "";
  return new MailUnavailable(
    `The mail server isn't accepting mail ${id} right now (code ${code} to ${command}).${advice}`,
    {
      notTaken: true,
      ours,
      reason: `code ${code} to ${command}`,
      scope: ours ? scopeOfRefusal(refusal, progress.hasSender) : "recipient",
    },
  );
};

/** True if a password leaves this machine, so that the connection must be encrypted. */
export const needsTls = (url: string): boolean => (URL.parse(url)?.password ?? "") !== "" && !isOnThisMachine(url);

/** Notes errors in reading the files, which aren't the mail server's. */
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

export type AnsweredMail = Mail & {
  /** True while a server has a whole mail and hasn't responded. */
  isAwaitingAnswer(): boolean;
};

/**
 * `url`: `smtp://user:password@host:port` or `smtps://…`. `from`: the product's own address. `envelopeFrom`: receives
 * bounces; default `from`. `name`: for EHLO, unless the URL has one. `allowPlaintext`: a password may leave this
 * machine without TLS.
 */
export type SmtpOptions = {
  url: string;
  from: string;
  envelopeFrom?: string | undefined;
  name?: string | undefined;
  allowPlaintext?: boolean;
  timeouts?: SmtpTimeouts;
};

/** Faults that the operator can fix, such as a refused login, count as unavailable: the mail waits. */
export const createSmtpMail = (options: SmtpOptions): AnsweredMail => {
  const { url, name, timeouts = defaultSmtpTimeouts } = options;
  const requireTLS = options.allowPlaintext !== true && needsTls(url);
  const watches = new Set<SmtpWatch>();
  return {
    isAwaitingAnswer: () => [...watches].some((watch) => watch.hasEnded()),
    async send(message, sending = {}) {
      assertMail(message);
      const { createTransport } = await loadNodemailer();
      const watch = watchSmtp(sending, timeouts);
      const progress = () => ({
        hasSender: watch.hasSender(),
        hasEnded: watch.hasEnded(),
        answered: watch.answered(),
        refusals: watch.refusals(),
      });
      watches.add(watch);
      const { connectMs: connectionTimeout, wholeMs: socketTimeout } = timeouts;
      const waits = { connectionTimeout, greetingTimeout: connectionTimeout, socketTimeout };
      // Without a pool, each mail's watch sees only its own connection's commands.
      const transport = createTransport({
        url,
        name,
        requireTLS,
        ...waits,
        logger: watch.logger,
        transactionLog: true,
      });
      transport.use("stream", ({ message: composed }, done) => {
        composed.processFunc(watch.pass);
        done();
      });
      const { message: open, thrown } = watched(message);
      try {
        const sent = await transport.sendMail({ ...(await smtpMessage(open, options)), signal: watch.signal });
        // The library has closed the connection: the server never gets the rest.
        if (await watch.isAnsweredEarly()) throw { code: "EEARLY" };
        return { answer: sent.response, refused: refusedBy((sent as Rejected).rejectedErrors) };
      } catch (error) {
        const own = thrown() ?? watch.callbackError();
        if (own) throw own.error;
        if (watch.isLate()) throw toMailError(message.id, { code: "ETIMEDOUT" }, progress());
        // The server may still accept the mail. After an abort another worker would send it again.
        if (watch.signal.aborted && watch.hasEnded()) throw toMailError(message.id, { code: "ESTOPPED" }, progress());
        watch.signal.throwIfAborted();
        throw toSizeRefusal(message, error) ?? toMailError(message.id, error, progress());
      } finally {
        watches.delete(watch);
        watch.close();
      }
    },
    async close() {},
  };
};
