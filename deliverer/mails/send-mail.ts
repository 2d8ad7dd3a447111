import { completed, deadLetter, type JobKind, type JobOutcome, reschedule } from "#application/jobs/job.ts";
import {
  addMayHaveArrived,
  formatMailReason,
  type MailRecord,
  type MailStatus,
  readMailStatus,
  recordMail,
  unansweredReasons,
} from "#application/mails/mail-records.ts";
import { failpoint } from "#application/process/failpoint.ts";
import { retryWhileUnavailable } from "#application/process/retry-while-unavailable.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { type Mail, type MailMessage, MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import type { MailDeps } from "../deps.ts";
import { type MailRequest, parseMailRequest, readMailRequest, toMailId } from "./mail-job.ts";
import { supportMail } from "./support-mail.ts";
import { suspensionMail } from "./suspension-mail.ts";

/** Delay before a retry, ms: 5 s to 10 minutes. */
export const retryDelay = (tries: number): number => Math.min(5_000 * 2 ** (tries - 1), 600_000);

/** Delay after a refusal, ms. Refusals don't pass by themselves. */
const refusedRetryDelay = 3_600_000;

/** Delay after a lost response, ms. The server may have the mail. */
const unansweredRetryDelay = 600_000;

/** Lost responses per mail, as for a report (ADR 111). */
const maxUnanswered = 2;

/** Time until an unaccepted mail waits for a person's retry, ms. */
const stuckAfter = 5 * dayMs;

/** Delay while the disk is full, ms. Operators free space at once. */
const diskRetryDelay = 10_000;

/** Composes the mail for the mail server or the outbox. Undefined if nothing is left to send. */
const prepareMail = async (
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
 * Sends the mail; returns false if nothing is left to send. An erasure before the write to the outbox finds nothing
 * there, so the mail is composed once more, and removed if it shouldn't exist. After a kill the next worker does that.
 */
const sendComposed = async (
  deps: MailDeps,
  request: MailRequest,
  sending: { signal: AbortSignal; beforeEnd: () => Promise<void> },
): Promise<Mail | false> => {
  const { outbox } = deps;
  const found = await prepareMail(deps, request);
  if (found) {
    await found.by.send(found.message, sending);
    failpoint("deliverer:after-sent-before-complete");
    if (found.by !== outbox || (await prepareMail(deps, request))) return found.by;
  }
  await outbox.remove(toMailId(request));
  return false;
};

/** Each mail has one recipient. */
const recordOf = (request: MailRequest): Pick<MailRecord, "kind" | "tenant" | "about" | "recipients"> =>
  request.what === "suspended"
    ? { kind: "alert", tenant: request.tenant, about: request.automationId, recipients: 1 }
    : { kind: "message to support", tenant: request.tenant, about: request.messageId, recipients: 1 };

type RecordedOutcome = Pick<MailRecord, "outcome" | "reason"> & { unanswered?: number; isOurs?: boolean };

const recordOutcome = (
  { stateStore, clock }: MailDeps,
  id: string,
  request: MailRequest,
  what: RecordedOutcome,
): Promise<void> => recordMail({ state: stateStore, clock }, { id, ...recordOf(request), ...what });

const delayAfterFailure = (error: unknown, tries: number): number => {
  if (error instanceof StoreUnwritable) return diskRetryDelay;
  return error instanceof MailRefused ? refusedRetryDelay : retryDelay(tries);
};

const isUndelivered = (error: unknown): error is MailUnavailable | MailRefused | StoreUnwritable =>
  error instanceof MailUnavailable || error instanceof MailRefused || error instanceof StoreUnwritable;

const run = async (deps: MailDeps, job: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> => {
  const { stateStore, outbox, log, clock } = deps;
  const request = readMailRequest(job);
  const previousStatus: MailStatus | undefined = await readMailStatus({ state: stateStore }, job.id);
  const { unanswered = 0 } = previousStatus ?? {};
  /** Records the outcome, and waits for the store: support's list needs it. */
  const note = (what: RecordedOutcome): Promise<void> =>
    retryWhileUnavailable(() => recordOutcome(deps, job.id, request, what), {
      signal,
      onWait: (err) =>
        log.warn({ job: job.id, err }, "The outcome of a mail can't be recorded until its store answers."),
    });
  const mayHaveArrived = async (): Promise<JobOutcome> => {
    log.warn({ job: job.id }, "The mail server's answer to a mail was lost twice, so it may have arrived.");
    const reason = `${unansweredReasons.lost} twice`;
    await note({ outcome: "may have arrived", reason, unanswered: maxUnanswered });
    return completed;
  };
  // The last worker died after recording that the mail was sent.
  if (previousStatus?.outcome === "sent") return completed;
  if (unanswered >= maxUnanswered) return mayHaveArrived();
  const beforeEnd = () =>
    recordOutcome(deps, job.id, request, {
      outcome: "waiting",
      reason: unansweredReasons.awaited,
      unanswered: unanswered + 1,
    });
  const failed = async (err: MailUnavailable | MailRefused | StoreUnwritable): Promise<JobOutcome> => {
    if (err instanceof MailUnavailable && !err.notTaken) {
      if (unanswered + 1 >= maxUnanswered) return mayHaveArrived();
      await note({ outcome: "waiting", reason: unansweredReasons.lost, unanswered: unanswered + 1 });
      log.warn({ job: job.id, err }, "The mail server's answer to a mail was lost; the mail is sent once more.");
      return reschedule(unansweredRetryDelay);
    }
    // The server has answered, so this try hasn't delivered the mail. An earlier one may have.
    const now = formatMailReason(err);
    const reason = unanswered > 0 ? addMayHaveArrived(now) : now;
    // Greylisting is no fault of our mail server.
    const isOurs = !(err instanceof MailUnavailable) || err.ours;
    await note({ outcome: err instanceof MailRefused ? "refused" : "waiting", reason, unanswered, isOurs });
    const since = previousStatus?.since;
    if (since !== undefined && clock.wall().getTime() - Date.parse(since) >= stuckAfter) {
      if (unanswered === 0) return deadLetter(err);
      log.warn({ job: job.id, err }, "A mail isn't sent again. Its first answer was lost, so it may have arrived.");
      await note({ outcome: "may have arrived", reason });
      return completed;
    }
    log.warn({ job: job.id, err }, "A mail could not be sent; it will be tried again.");
    return reschedule(delayAfterFailure(err, job.fence));
  };
  let by: Mail | false;
  try {
    by = await sendComposed(deps, request, { signal, beforeEnd });
  } catch (err) {
    if (!isUndelivered(err)) throw err;
    return failed(err);
  }
  if (by) {
    log.info({ job: job.id }, by === outbox ? "A mail was put into the outbox." : "A mail was sent.");
    await note({ outcome: by === outbox ? "put into the outbox" : "sent", reason: null, unanswered: 0 });
    return completed;
  }
  log.info({ job: job.id }, "A mail has no text or no recipient any more; nothing was sent.");
  if (previousStatus) await note({ outcome: "failed", reason: "the mail has no text or no recipient any more" });
  return completed;
};

/**
 * The job `send-mail`. A mail that nobody accepts is given up after five days; support can retry it for five more.
 * Before SMTP's final dot, the record says that the mail server may have the mail, so it stays unanswered at most
 * twice, even after a kill.
 */
export const createMailJob = (deps: MailDeps): JobKind => ({
  run: (job, signal) => run(deps, job, signal),
  onDiscarded: async (job, error) => {
    const request = parseMailRequest(job);
    if (!request) return;
    const reason = formatMailReason(error) ?? "the mail couldn't be made or sent; the log says why";
    await recordOutcome(deps, job.id, request, { outcome: "stuck", reason });
  },
});
