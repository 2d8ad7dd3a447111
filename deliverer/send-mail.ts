import { failpoint } from "#infra/app/failpoint.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { orderOf } from "./mail-job.ts";
import type { DelivererParts } from "./parts.ts";
import { supportMail } from "./support-mail.ts";

/** Pause before the next try, ms: 5 s at first, 10 minutes at most. A mail that cannot be sent now is never given up. */
export const pauseAfter = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 600_000);

/**
 * Does one job `send-mail` and settles it. A worker killed between sending and settling sends again, under the same Message-ID: at
 * least once. A refused mail is not tried again; its words stay in the vault.
 */
export const sendMail = async (parts: DelivererParts, job: ClaimedJob): Promise<void> => {
  const { queue, mail, outbox, supportEmail, log } = parts;
  try {
    const message = await supportMail(parts, orderOf(job));
    if (!message) log.info({ job: job.id }, "The words of a mail were erased; nothing was sent.");
    else {
      await (supportEmail === undefined ? outbox : mail).send(message);
      failpoint("deliverer:after-sent-before-complete");
      log.info({ job: job.id }, supportEmail === undefined ? "A mail was put into the outbox." : "A mail was sent.");
    }
  } catch (err) {
    if (!(err instanceof MailRefused)) {
      if (err instanceof MailUnavailable)
        log.warn({ job: job.id, err }, "A mail could not be sent; it is tried again.");
      else log.error({ job: job.id, err }, "Sending a mail failed; it is tried again.");
      await queue.retryAfter(job, pauseAfter(job.attempts));
      return;
    }
    log.error({ job: job.id, err }, "A mail was refused and is not tried again.");
  }
  if (!(await queue.complete(job))) log.info({ job: job.id }, "Another worker has the job by now.");
};
