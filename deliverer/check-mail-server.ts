import { reasonOf } from "#application/mails/mail-records.ts";
import type { Log } from "#infra/ports/log.ts";

/**
 * Asks the mail server if it takes our mail, and logs the answer. Nobody waits for it. `ask` rejects with the reason if
 * it doesn't.
 */
export const checkMailServer = async (ask: () => Promise<unknown>, log: Log): Promise<void> => {
  try {
    await ask();
    log.info({}, "The mail server takes our mail.");
  } catch (err) {
    const reason = reasonOf(err) ?? "the mail server couldn't be asked";
    log.warn({ err }, `The check at the start failed: ${reason}.`);
  }
};
