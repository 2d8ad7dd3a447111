import { dead, done, type JobKind, type Outcome, putDown } from "#application/jobs/job.ts";
import { type MailNote, type MailStanding, mailStanding, noteMail, reasonOf } from "#application/mails/sent.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { whenItAnswers } from "#application/process/when-writable.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { StoreUnwritable } from "#infra/ports/busy.ts";
import { type Mail, type MailMessage, MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { MailDeps } from "../deps.ts";
import { type MailRequest, mailIdOf, mailRequestNamed, mailRequestOf } from "./mail-job.ts";
import { supportMail } from "./support-mail.ts";
import { suspensionMail } from "./suspension-mail.ts";

/** Pause before the next try, ms: 5 s at first, 10 minutes at most. */
export const pauseAfter = (tries: number): number => Math.min(5_000 * 2 ** (tries - 1), 600_000);

/** The same of a mail that the server refused, which is no fault that passes by itself; ms. */
const pauseOfRefused = 3_600_000;

/** The same where the server may have taken the mail, and only its answer was lost; ms. */
const pauseOfUnanswered = 600_000;

/** A mail whose answer was lost is sent once more, and no third time, as a report is (ADR 111). */
const mostUnanswered = 2;

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
const sent = async (
  deps: MailDeps,
  request: MailRequest,
  sending: { signal: AbortSignal; beforeEnd: () => Promise<void> },
): Promise<Mail | false> => {
  const { outbox } = deps;
  const found = await composed(deps, request);
  if (found) {
    await found.by.send(found.message, sending);
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

type Noted = Pick<MailNote, "outcome" | "reason"> & { unanswered?: number };

const noted = ({ stateStore, clock }: MailDeps, id: string, request: MailRequest, what: Noted): Promise<void> =>
  noteMail({ state: stateStore, clock }, { id, ...noteOf(request), ...what });

/** Pause before the next try of a mail that nobody took, ms. */
const pauseAfterFailure = (error: unknown, tries: number): number => {
  if (error instanceof StoreUnwritable) return pauseForDisk;
  return error instanceof MailRefused ? pauseOfRefused : pauseAfter(tries);
};

const isUntaken = (error: unknown): error is MailUnavailable | MailRefused | StoreUnwritable =>
  error instanceof MailUnavailable || error instanceof MailRefused || error instanceof StoreUnwritable;

const run = async (deps: MailDeps, job: ClaimedJob, signal: AbortSignal): Promise<Outcome> => {
  const { stateStore, outbox, log, clock } = deps;
  const request = mailRequestOf(job);
  const known: MailStanding | undefined = await mailStanding({ state: stateStore }, job.id);
  const { unanswered = 0 } = known ?? {};
  /** Notes and logs are told from the note, so the job isn't over before it is kept. */
  const note = (what: Noted): Promise<void> =>
    whenItAnswers(() => noted(deps, job.id, request, what), {
      signal,
      onWait: (err) => log.warn({ job: job.id, err }, "What became of a mail waits for its store to be noted."),
    });
  const mayHaveArrived = async (): Promise<Outcome> => {
    log.warn({ job: job.id }, "The mail server's answer to a mail was lost twice, so it may have arrived.");
    await note({ outcome: "may have arrived", reason: "its answer to the whole mail was lost twice" });
    return done;
  };
  // The worker that sent it was lost after its note.
  if (known?.outcome === "sent") return done;
  if (unanswered >= mostUnanswered) return mayHaveArrived();
  const beforeEnd = () =>
    noted(deps, job.id, request, {
      outcome: "waiting",
      reason: "its answer to the whole mail is awaited",
      unanswered: unanswered + 1,
    });
  const failed = async (err: MailUnavailable | MailRefused | StoreUnwritable): Promise<Outcome> => {
    if (err instanceof MailUnavailable && !err.notTaken) {
      await note({ outcome: "waiting", reason: err.reason, unanswered: unanswered + 1 });
      if (unanswered + 1 >= mostUnanswered) return mayHaveArrived();
      log.warn({ job: job.id, err }, "The mail server's answer to a mail was lost; the mail is sent once more.");
      return putDown(pauseOfUnanswered);
    }
    // It has answered, so the mail hasn't arrived by this try.
    await note({ outcome: err instanceof MailRefused ? "refused" : "waiting", reason: reasonOf(err), unanswered });
    const since = known?.since;
    if (since !== undefined && clock.wall().getTime() - Date.parse(since) >= stuckAfter) return dead(err);
    log.warn({ job: job.id, err }, "A mail could not be sent; it will be tried again.");
    return putDown(pauseAfterFailure(err, job.fence));
  };
  let by: Mail | false;
  try {
    by = await sent(deps, request, { signal, beforeEnd });
  } catch (err) {
    if (!isUntaken(err)) throw err;
    return failed(err);
  }
  if (by) {
    log.info({ job: job.id }, by === outbox ? "A mail was put into the outbox." : "A mail was sent.");
    await note({ outcome: by === outbox ? "put into the outbox" : "sent", reason: null, unanswered: 0 });
    return done;
  }
  log.info({ job: job.id }, "A mail has no text or no recipient any more; nothing was sent.");
  if (known) await note({ outcome: "failed", reason: "the mail has no text or no recipient any more" });
  return done;
};

/**
 * The job `send-mail`. A mail that nobody takes is tried for five days. Then it is given up, and people of support may have it tried for five more. Its
 * note says before the final dot that a mail server may have it, so it is sent twice at most without an answer, whoever is killed.
 */
export const createMailJob = (deps: MailDeps): JobKind => ({
  run: (job, signal) => run(deps, job, signal),
  lastWord: async (job, error) => {
    const request = mailRequestNamed(job);
    if (!request) return;
    const reason = reasonOf(error) ?? "the mail couldn't be made or sent; the log says why";
    await noted(deps, job.id, request, { outcome: "stuck", reason });
  },
});
