import { failpoint } from "#infra/app/failpoint.ts";
import { done, type JobHandler, putDown } from "#infra/app/jobs/job.ts";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { DelivererDeps } from "./deps.ts";
import { mailRequestOf } from "./mail-job.ts";
import { supportMail } from "./support-mail.ts";

/** Pause before the next try, ms: 5 s at first, 10 minutes at most. A mail that the server cannot take now is never given up. */
export const pauseAfter = (tries: number): number => Math.min(5_000 * 2 ** (tries - 1), 600_000);

/** Room on the disk comes at once, when an operator makes some; ms. */
const pauseForDisk = 10_000;

/**
 * The job `send-mail`. A worker killed between sending and settling sends again, under the same Message-ID: at least once. A refused
 * mail is not tried again; its words stay in the vault.
 */
export const createMailJob =
  (deps: DelivererDeps): JobHandler =>
  async (job) => {
    const { mail, outbox, supportEmail, log } = deps;
    try {
      const message = await supportMail(deps, mailRequestOf(job));
      if (!message) log.info({ job: job.id }, "The words of a mail were erased; nothing was sent.");
      else {
        await (supportEmail === undefined ? outbox : mail).send(message);
        failpoint("deliverer:after-sent-before-complete");
        log.info({ job: job.id }, supportEmail === undefined ? "A mail was put into the outbox." : "A mail was sent.");
      }
    } catch (err) {
      if (err instanceof MailUnavailable || err instanceof StoreUnwritable) {
        log.warn({ job: job.id, err }, "A mail could not be sent; it will be tried again.");
        return putDown(err instanceof StoreUnwritable ? pauseForDisk : pauseAfter(job.fence));
      }
      if (!(err instanceof MailRefused)) throw err;
      log.error({ job: job.id, err }, "A mail was refused and is not tried again.");
    }
    return done;
  };
