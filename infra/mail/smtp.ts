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
import { codeOf, judgeRefusal, type RefusalFault, type SmtpRefusal } from "./judge-refusal.ts";
import { loadNodemailer, nodemailerMessage } from "./nodemailer-message.ts";

/** ms; together less than the lease of a mail's job. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown; recipient?: unknown };
type Rejected = { rejectedErrors?: readonly SmtpError[] };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** Reads the server's refusal from an error of nodemailer; undefined if the server said nothing. */
const refusalOf = (error: unknown, othersTaken = false): SmtpRefusal | undefined => {
  const { command, response, responseCode } = (error ?? {}) as SmtpError;
  if (typeof responseCode !== "number") return undefined;
  return { command: textOf(command), code: responseCode, response: textOf(response), othersTaken };
};

/** Lists the recipients that the server refused while it took the mail for others. */
const refusedBy = (outcome: unknown): RefusedRecipient[] =>
  ((outcome as Rejected | null)?.rejectedErrors ?? []).map((error) => {
    const refusal = refusalOf(error, true);
    return { address: textOf(error.recipient), forGood: refusal !== undefined && judgeRefusal(refusal).forGood };
  });

/** No server by this name, or none that takes connections there. */
const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "EDNS") || ("syscall" in error && error.syscall === "connect"));

/** Picks the refusal that decides: one of ours, else one that another try may overcome, else the first. */
const decidingRefusal = (
  refusals: readonly SmtpRefusal[],
): { refusal: SmtpRefusal; fault: RefusalFault; forGood: boolean } | undefined => {
  const judged = refusals.map((refusal) => ({ refusal, ...judgeRefusal(refusal) }));
  return judged.find(({ fault }) => fault === "ours") ?? judged.find(({ forGood }) => !forGood) ?? judged[0];
};

/** Faults of a mail server's certificate, which the library tells in words alone. */
const certificateFaults: readonly [RegExp, string][] = [
  [/certificate has expired/i, "its certificate has expired"],
  [/not yet valid/i, "its certificate isn't valid yet"],
  [/self-signed/i, "its certificate is self-signed"],
  [/altnames/i, "its certificate is for another name"],
  [/unable to (?:verify|get)/i, "no known authority vouches for its certificate"],
];
const certificateFault = (error: unknown): string | undefined =>
  certificateFaults.find(([words]) => error instanceof Error && words.test(error.message))?.[1];

/** Makes an error of the port. It never holds the library's own sentence, which may have addresses in it. */
const mailErrorOf = (id: string, error: unknown): Error => {
  const single = (error as Rejected | null)?.rejectedErrors ?? [];
  const refusals = (single.length > 0 ? single : [error]).flatMap((one) => refusalOf(one) ?? []);
  const judged = decidingRefusal(refusals);
  if (!judged) {
    const reason = certificateFault(error) ?? (textOf((error as SmtpError | null)?.code) || "no connection");
    return new MailUnavailable(`Mail ${id} could not be handed to the mail server (${reason}). Look at SMTP_URL.`, {
      notTaken: isUnreached(error),
    });
  }
  const { refusal, fault, forGood } = judged;
  const { command } = refusal;
  const code = codeOf(refusal);
  if (fault !== "ours" && forGood)
    return new MailRefused(`The mail server refused mail ${id} (code ${code} to ${command}).`, {
      because: fault,
      code,
    });
  const ours = fault === "ours";
  const look = ours ? " Look at SMTP_URL and at what the mail server allows." : "";
  return new MailUnavailable(`The mail server doesn't take mail ${id} now (code ${code} to ${command}).${look}`, {
    notTaken: true,
    ours,
  });
};

/** Tells if the connection must be encrypted: a password that leaves this machine must be, whatever the server offers. */
export const needsTls = (url: string): boolean => (URL.parse(url)?.password ?? "") !== "" && !isOnThisMachine(url);

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
 * Mail by SMTP. `url` is `smtp://user:password@host:port` or `smtps://…`; `from` is the product's own address. What the operator can fix, such as a
 * refused log-in or relay, counts as unavailable: the mail waits. `allowPlaintext`: a password may leave this machine without TLS.
 */
export const createSmtpMail = (options: { url: string; from: string; allowPlaintext?: boolean }): Mail => {
  const requireTLS = options.allowPlaintext !== true && needsTls(options.url);
  return {
    async send(message) {
      assertMail(message);
      const { createTransport } = await loadNodemailer();
      // Without a pool, so each mail has a connection of its own anyway.
      const transport = createTransport({ url: options.url, requireTLS, ...patience });
      const { message: open, thrown } = watched(message);
      try {
        const sent = await transport.sendMail(await nodemailerMessage(open, options.from));
        return { answer: sent.response, refused: refusedBy(sent) };
      } catch (error) {
        const own = thrown();
        throw own ? own.error : mailErrorOf(message.id, error);
      }
    },
    async close() {},
  };
};
