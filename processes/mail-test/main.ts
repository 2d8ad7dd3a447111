import { randomUUID } from "node:crypto";
import type { Config } from "#infra/config/config.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import { isMailAddress, MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";

/**
 * `npm run mail-test -- ADDRESS`: sends a mail, and says if the mail server took it. Exits with 1 if not, or if that
 * isn't known.
 */

const sendTest = async (config: Config, args: readonly string[]): Promise<{ isAccepted: boolean; message: string }> => {
  const [address, ...others] = args;
  if (address === undefined || others.length > 0 || !isMailAddress(address))
    return {
      isAccepted: false,
      message: `Give one address, as in: ${operatorCommand("mail-test", "ann@partner.example")}`,
    };
  if (config.SMTP_URL === undefined)
    return { isAccepted: false, message: "SMTP_URL isn't set, so there is no mail server to test." };
  const { mail } = createMail(config);
  const bounces = config.MAIL_ENVELOPE_FROM ?? config.MAIL_FROM;
  try {
    const { answer } = await mail.send({
      id: `mail-test-${randomUUID()}`,
      to: [address],
      automatic: true,
      subject: "Test mail from Sheaf",
      text: "This is a test of the mail server. You don't need to reply.",
      date: new Date(),
    });
    const message = `The mail server accepted the mail to ${address}: ${answer}. If it bounces, ${bounces} is notified.`;
    return { isAccepted: true, message };
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof MailUnavailable)) throw error;
    const isUnknown = error instanceof MailUnavailable && !error.notTaken;
    const failed = isUnknown ? "We can't tell if the mail server accepted" : "The mail server didn't accept";
    return { isAccepted: false, message: `${failed} the mail to ${address}. ${error.message}` };
  }
};

const { isAccepted, message } = await sendTest(startProcessOrExit(), process.argv.slice(2));
if (isAccepted) console.log(message);
else console.error(message);
process.exitCode = isAccepted ? 0 : 1;
