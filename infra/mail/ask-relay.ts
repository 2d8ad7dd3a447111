import { MailUnavailable } from "../ports/mail.ts";
import { codeOf } from "./judge-refusal.ts";
import { mailErrorOf, needsTls, type SmtpOptions } from "./smtp.ts";

/** ms. Somebody may wait for the answer. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
/** For everything together, ms: those above begin anew with each byte. A mail to an address with any letters waits for it, in its place. */
const usualWhole = 30_000;
/** A method of log-in that only asks: it is the library's door for commands of one's own. */
const asking = "SHEAF-ASK";

/** A relay's offers. `utf8`: it takes addresses with any letters before the @ (SMTPUTF8, RFC 6531). */
export type RelayOffer = { utf8: boolean };

/**
 * Asks a relay if it takes our mail, by connection, TLS, log-in and sender, and sends none. `wholeMs`: until then it must have answered everything.
 * @throws {MailUnavailable} it doesn't, with the reason in a sentence
 */
export const askRelay = async (options: SmtpOptions, wholeMs = usualWhole): Promise<RelayOffer> => {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/shared"),
  ]);
  const { url, name, from, envelopeFrom = from } = options;
  const { auth, ...server } = parseConnectionUrl(url);
  const requireTLS = options.allowPlaintext !== true && needsTls(url);
  let offer: RelayOffer | undefined;
  let refusal: MailUnavailable | undefined;
  const connection = new SMTPConnection({
    name,
    requireTLS,
    ...patience,
    ...server,
    customAuth: {
      [asking]: async ({ extensions, sendCommand }) => {
        offer = { utf8: extensions.includes("SMTPUTF8") };
        const { status, response } = await sendCommand(`MAIL FROM:<${envelopeFrom}>`);
        await sendCommand("RSET");
        if (status < 200 || status > 299)
          refusal = new MailUnavailable(
            `The mail server doesn't take ${envelopeFrom} as sender (code ${codeOf({ code: status, response })}). Look at MAIL_ENVELOPE_FROM and MAIL_FROM.`,
            { notTaken: true, reason: "it doesn't take our sender" },
          );
      },
    },
  });
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      late = setTimeout(() => reject({ code: "ETIMEDOUT" }), wholeMs);
      connection.once("error", reject);
      const next = (then: () => void) => (error?: unknown) => (error ? reject(error) : then());
      const ask = () => connection.login({ method: asking }, next(resolve));
      const logIn = () => (auth && connection.allowsAuth ? connection.login(auth, next(ask)) : ask());
      connection.connect(next(logIn));
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw mailErrorOf("check", error, { hasSender: false, hasEnded: false });
  } finally {
    clearTimeout(late);
  }
  if (refusal) throw refusal;
  if (!offer) throw new Error("The mail server was asked, and nothing was noted.");
  return offer;
};
