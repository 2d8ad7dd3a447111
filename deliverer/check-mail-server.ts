import { formatMailReason } from "#application/mails/mail-records.ts";
import type { Log } from "#infra/ports/log.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";

/** Asks the mail server if it takes our mail, and logs the response. `ask` rejects with the server's reason. */
export const checkMailServer = async (ask: () => Promise<unknown>, log: Log): Promise<void> => {
  try {
    await ask();
    log.info({}, "The mail server accepts our mail.");
  } catch (err) {
    const reason = formatMailReason(err) ?? "it couldn't be asked";
    const command = operatorCommand("mail-test", "ADDRESS");
    log.warn({ err }, `The check of the mail server failed: ${reason}. Run '${command}' to see if it accepts mail.`);
  }
};
