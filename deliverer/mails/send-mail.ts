import { dead, done, type JobHandler, putDown } from "#application/jobs/job.ts";
import { type MailNote, noteMail, reasonOf } from "#application/mails/sent.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import { type Mail, type MailMessage, MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { MailDeps } from "../deps.ts";
import { type MailRequest, mailIdOf, mailRequestOf } from "./mail-job.ts";
import { supportMail } from "./support-mail.ts";
import { suspensionMail } from "./suspension-mail.ts";

/** Pause before the next try, ms: 5 s at first, 10 minutes at most. */
export const pauseAfter = (tries: number): number => Math.min(5_000 * 2 ** (tries - 1), 600_000);

/** The same of a mail that the server refused, which is no fault that passes by itself; ms. */
const pauseOfRefused = 3_600_000;

/** The same where the server may have taken the mail, and only its answer was lost; ms. */
const pauseOfUnanswered = 600_000;

/** A mail that nobody took for so long waits for a person, ms. It isn't dropped. */
const stuckAfter = 5 * dayMs;

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
const sent = async (deps: MailDeps, request: MailRequest, signal: AbortSignal): Promise<Mail | false> => {
  const { outbox } = deps;
  const found = await composed(deps, request);
  if (found) {
    await found.by.send(found.message, { signal });
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

/** Pause before the next try of a mail that nobody took, ms. */
const pauseAfterFailure = (error: unknown, tries: number): number => {
  if (error instanceof StoreUnwritable) return pauseForDisk;
  if (error instanceof MailRefused) return pauseOfRefused;
  const isUnanswered = error instanceof MailUnavailable && !error.notTaken;
  return Math.max(pauseAfter(tries), isUnanswered ? pauseOfUnanswered : 0);
};

const isUntaken = (error: unknown): error is MailUnavailable | MailRefused | StoreUnwritable =>
  error instanceof MailUnavailable || error instanceof MailRefused || error instanceof StoreUnwritable;

/**
 * The job `send-mail`. A worker killed between sending and settling sends again, under the same Message-ID: at least once. A mail that nobody takes is
 * tried for five days. Then it is given up, and people of support may have it tried again.
 */
export const createMailJob =
  (deps: MailDeps): JobHandler =>
  async (job, signal) => {
    const { outbox, log, clock } = deps;
    const note = (of: MailRequest, outcome: MailNote["outcome"], error?: unknown): Promise<void> =>
      noteMail({ ...deps, state: deps.stateStore }, { id: job.id, ...noteOf(of), outcome, reason: reasonOf(error) });
    let request: MailRequest | undefined;
    try {
      request = mailRequestOf(job);
      const by = await sent(deps, request, signal);
      if (!by) log.info({ job: job.id }, "A mail has no words or no receiver any more; nothing was sent.");
      else {
        log.info({ job: job.id }, by === outbox ? "A mail was put into the outbox." : "A mail was sent.");
        await note(request, by === outbox ? "put into the outbox" : "sent");
      }
      return done;
    } catch (err) {
      if (!request || !isUntaken(err)) throw err;
      if (clock.now().getTime() - Date.parse(request.instant) >= stuckAfter) {
        await note(request, "stuck", err);
        return dead(err);
      }
      log.warn({ job: job.id, err }, "A mail could not be sent; it will be tried again.");
      await note(request, err instanceof MailRefused ? "refused" : "waiting", err);
      return putDown(pauseAfterFailure(err, job.fence));
    }
  };
