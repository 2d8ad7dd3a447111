import { failpoint } from "#infra/app/failpoint.ts";
import { done, type JobHandler, putDown } from "#infra/app/jobs/job.ts";
import { type MailNote, noteMail } from "#infra/app/mails/sent.ts";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import { type Mail, type MailMessage, MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { MailDeps } from "../deps.ts";
import { type MailRequest, mailIdOf, mailRequestOf } from "./mail-job.ts";
import { supportMail } from "./support-mail.ts";
import { suspensionMail } from "./suspension-mail.ts";

/** Pause before the next try, ms: 5 s at first, 10 minutes at most. A mail that the server cannot take now is never given up. */
export const pauseAfter = (tries: number): number => Math.min(5_000 * 2 ** (tries - 1), 600_000);

/** Room on the disk comes at once, when an operator makes some; ms. */
const pauseForDisk = 10_000;

/** A mail as it stands now, and whether a mail server gets it or the outbox alone; undefined when there is nothing left to send. */
const composed = async (
  deps: MailDeps,
  request: MailRequest,
): Promise<{ message: MailMessage; by: Mail } | undefined> => {
  const { mail, outbox, supportEmail } = deps;
  if (request.what === "suspended") {
    const message = await suspensionMail(deps, request);
    return message && { message, by: mail };
  }
  const message = await supportMail(deps, request);
  return message && { message, by: supportEmail === undefined ? outbox : mail };
};

/**
 * Sends a mail; false when there is nothing left to send. An erasure may come between the reading of its words and its place in the outbox, which it
 * found empty: so they are looked for once more, and a mail that should not be there goes. A worker that was killed in between leaves that to the next.
 */
const sent = async (deps: MailDeps, request: MailRequest): Promise<Mail | false> => {
  const { outbox } = deps;
  const found = await composed(deps, request);
  if (found) {
    await found.by.send(found.message);
    failpoint("deliverer:after-sent-before-complete");
    if (found.by !== outbox || (await composed(deps, request))) return found.by;
  }
  await outbox.remove(mailIdOf(request));
  return false;
};

/** What is noted of a mail: each has one receiver. */
const noteOf = (request: MailRequest): Pick<MailNote, "kind" | "tenant" | "about" | "recipients"> =>
  request.what === "suspended"
    ? { kind: "alert", tenant: request.tenant, about: request.automationId, recipients: 1 }
    : { kind: "message to support", tenant: request.tenant, about: request.messageId, recipients: 1 };

/**
 * The job `send-mail`. A worker killed between sending and settling sends again, under the same Message-ID: at least once. A refused
 * mail is not tried again; its words stay in the vault.
 */
export const createMailJob =
  (deps: MailDeps): JobHandler =>
  async (job) => {
    const { outbox, log } = deps;
    const note = async (request: MailRequest | undefined, outcome: MailNote["outcome"]): Promise<void> => {
      if (request) await noteMail({ ...deps, state: deps.stateStore }, { id: job.id, ...noteOf(request), outcome });
    };
    let request: MailRequest | undefined;
    try {
      request = mailRequestOf(job);
      const by = await sent(deps, request);
      if (!by) log.info({ job: job.id }, "A mail has no words or no receiver any more; nothing was sent.");
      else {
        log.info({ job: job.id }, by === outbox ? "A mail was put into the outbox." : "A mail was sent.");
        await note(request, by === outbox ? "put into the outbox" : "sent");
      }
    } catch (err) {
      if (err instanceof MailUnavailable || err instanceof StoreUnwritable) {
        log.warn({ job: job.id, err }, "A mail could not be sent; it will be tried again.");
        await note(request, "waiting");
        return putDown(err instanceof StoreUnwritable ? pauseForDisk : pauseAfter(job.fence));
      }
      if (!(err instanceof MailRefused)) throw err;
      log.error({ job: job.id, err }, "A mail was refused and is not tried again.");
      await note(request, "refused");
    }
    return done;
  };
