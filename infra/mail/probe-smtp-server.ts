import { MailUnavailable } from "../ports/mail.ts";
import { getRefusalCode, isSenderRefusal, type SmtpRefusal } from "./classify-refusal.ts";
import { needsTls, type SmtpOptions, toMailError } from "./smtp.ts";

/** Per step, ms. A person may be waiting. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
/**
 * Timeout of a whole probe, ms: the timeouts above restart with each byte, and a mail to an international address keeps
 * its permit meanwhile.
 */
const defaultTotalMs = 30_000;
/** The library allows custom commands in a login method. */
const probeMethod = "SHEAF-ASK";

/** `utf8`: the server takes non-ASCII letters before the @ (SMTPUTF8, RFC 6531). */
export type SmtpCapabilities = { utf8: boolean };

/** Maps a refused probe to an error. It names a setting only if the sender was refused. */
const toSenderRefusal = (sender: string, refusal: Pick<SmtpRefusal, "code" | "response">): MailUnavailable => {
  const code = getRefusalCode(refusal);
  if (isSenderRefusal(refusal))
    return new MailUnavailable(
      `The mail server doesn't accept ${sender} as sender (code ${code}). Check MAIL_ENVELOPE_FROM and MAIL_FROM.`,
      { notTaken: true, reason: "it doesn't accept our sender" },
    );
  const reason = `it isn't accepting mail right now (code ${code} to MAIL FROM)`;
  return new MailUnavailable(`The mail server can't be used: ${reason}.`, { notTaken: true, reason });
};

/**
 * Asks a relay if it accepts our connection, TLS, login and sender. Sends no mail. `wholeMs`: timeout of the whole
 * probe.
 * @throws {MailUnavailable} it doesn't, with the reason in a sentence
 */
export const probeSmtpServer = async (options: SmtpOptions, wholeMs = defaultTotalMs): Promise<SmtpCapabilities> => {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { url, name, from, envelopeFrom = from } = options;
  const { auth, ...server } = parseConnectionUrl(url);
  const requireTLS = options.allowPlaintext !== true && needsTls(url);
  let offer: SmtpCapabilities | undefined;
  let refusal: MailUnavailable | undefined;
  const connection = new SMTPConnection({
    name,
    requireTLS,
    ...timeouts,
    ...server,
    customAuth: {
      [probeMethod]: async ({ extensions, sendCommand }) => {
        offer = { utf8: extensions.includes("SMTPUTF8") };
        const { status, response } = await sendCommand(`MAIL FROM:<${envelopeFrom}>`);
        await sendCommand("RSET");
        if (status < 200 || status > 299) refusal = toSenderRefusal(envelopeFrom, { code: status, response });
      },
    },
  });
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      late = setTimeout(() => reject({ code: "ETIMEDOUT" }), wholeMs);
      connection.once("error", reject);
      const next = (then: () => void) => (error?: unknown) => (error ? reject(error) : then());
      const ask = () => connection.login({ method: probeMethod }, next(resolve));
      const logIn = () => (auth && connection.allowsAuth ? connection.login(auth, next(ask)) : ask());
      connection.connect(next(logIn));
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw toMailError("check", error, { hasSender: false, hasEnded: false });
  } finally {
    clearTimeout(late);
  }
  if (refusal) throw refusal;
  if (!offer) throw new Error("The mail server was asked, and nothing was noted.");
  return offer;
};
