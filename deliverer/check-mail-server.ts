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
    log.warn({ err }, "The mail server doesn't take our mail. Mails wait until it does.");
  }
};
