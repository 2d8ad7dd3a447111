import type { Log } from "#infra/ports/log.ts";
import { MailUnavailable } from "#infra/ports/mail.ts";

/** Logs a pause of all mail and its cause; 0 ms means its end. */
export const logMailPauses =
  (log: Log) =>
  (ms: number, err?: Error): void => {
    if (ms === 0) {
      log.info({}, "Mails are sent to the mail server again.");
      return;
    }
    // If the response was lost, the server may have accepted the mail.
    const isLost = err instanceof MailUnavailable && !err.notTaken;
    const cause = isLost ? "The mail server's answers to mails were lost." : "The mail server isn't accepting mail.";
    log.warn({ pause: ms, err }, `${cause} Mails wait until it accepts one of them.`);
  };
