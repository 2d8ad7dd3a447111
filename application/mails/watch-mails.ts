import type { ConsoleMail } from "#domain/wire/support/console-alerts.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { lettersReason, mayHaveArrived, readUndelivered, unansweredReasons, withoutCount } from "./mail-records.ts";

/** Mails waiting longer than this are reported, ms; the first retries come within seconds. */
const longWait = 5 * 60_000;

type Reading = { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> };

/**
 * True for a refusal of letters. A refusal at RCPT is about the recipient's address; a lost response is nobody's fault.
 */
const isOfLetters = ({ reason }: ConsoleMail): boolean => reason?.endsWith(lettersReason) ?? false;
const isOfRecipient = ({ reason }: ConsoleMail): boolean => reason?.includes(" to RCPT") ?? false;
const isAwaited = ({ reason }: ConsoleMail): boolean => reason === unansweredReasons.awaited;
const isLost = ({ reason }: ConsoleMail): boolean => reason === unansweredReasons.lost;
/** Drops 'n of m recipients have it' from the reason: the note is about the mail server, not the recipients. */
const withoutCountOf = (mail: ConsoleMail): ConsoleMail => ({
  ...mail,
  reason: mail.reason === null ? null : withoutCount(mail.reason),
});

const describeWaiting = (mails: readonly ConsoleMail[]): string => {
  const [since] = mails.map((mail) => mail.since ?? mail.at).sort();
  return mails.length === 1
    ? `1 e-mail has been waiting since ${since}`
    : `${mails.length} e-mails are waiting, the oldest since ${since}`;
};

const describeProblem = (waiting: readonly ConsoleMail[], refused: readonly ConsoleMail[]): string => {
  const last = [...waiting, ...refused]
    .map(({ at }) => at)
    .sort()
    .at(-1);
  const reasons = [...new Set([...waiting, ...refused].flatMap(({ reason }) => reason ?? []))].slice(0, 3);
  const why = reasons.length > 0 ? ` The last reasons: ${reasons.join("; ")}.` : "";
  const problems = [
    ...(waiting.length > 0 ? [describeWaiting(waiting)] : []),
    ...(refused.length > 0 ? [`${refused.length} ${refused.length === 1 ? "was" : "were"} refused`] : []),
  ];
  // The problem may have been fixed since.
  return `The mail server had a problem at the last try, ${last}: ${problems.join(", ")}.${why} Check SMTP_URL and the deliverer's log. Sheaf tries each again within an hour. This note ends once they are accepted.`;
};

const describeMayHaveArrived = (mails: readonly ConsoleMail[]): string => {
  const count = mails.filter(mayHaveArrived).length;
  if (count === 0) return "";
  const subject = mails.length === 1 ? "It" : `${count} of them`;
  return ` ${subject} may have arrived, as the answer to an earlier sending was lost.`;
};

const describeRefusedRecipients = (mails: readonly ConsoleMail[]): string =>
  `${mails.length} ${mails.length === 1 ? "e-mail was" : "e-mails were"} refused: the recipient's address isn't accepted. Check SUPPORT_EMAIL or the shop's address.${describeMayHaveArrived(mails)}`;

const describeRefusedLetters = (mails: readonly ConsoleMail[]): string =>
  `${mails.length} ${mails.length === 1 ? "e-mail" : "e-mails"} can't be sent: the mail server doesn't accept letters outside ASCII before the @. Change SUPPORT_EMAIL or the shop's address, or use a mail server with SMTPUTF8.${describeMayHaveArrived(mails)}`;

/**
 * Describes mails that await a response. It promises nothing: after a second lost response, a mail isn't sent again.
 */
const describeAwaited = (mails: readonly ConsoleMail[]): string =>
  `${describeWaiting(mails)}: the mail server's answer is awaited.`;

const describeLost = (mails: readonly ConsoleMail[]): string =>
  `${describeWaiting(mails)}: the mail server's answer was lost. Sheaf sends each once more.`;

/** Describes undelivered mails. Undefined if the mail server takes all e-mails. */
export const describeUndelivered = async (reading: Reading): Promise<string | undefined> => {
  const all = await Promise.all([readUndelivered(reading, "waiting"), readUndelivered(reading, "refused")]);
  const [waiting, refused] = [all[0].map(withoutCountOf), all[1].map(withoutCountOf)];
  const [since] = waiting.map((mail) => mail.since ?? mail.at).sort();
  const isLong = since !== undefined && reading.clock.wall().getTime() - Date.parse(since) >= longWait;
  const late = isLong ? waiting : [];
  const [awaited, lost] = [late.filter(isAwaited), late.filter(isLost)];
  const others = late.filter((mail) => !isAwaited(mail) && !isLost(mail));
  const [ofRecipient, ofLetters] = [refused.filter(isOfRecipient), refused.filter(isOfLetters)];
  const rest = refused.filter((mail) => !isOfRecipient(mail) && !isOfLetters(mail));
  const sentences = [
    ...(others.length + rest.length > 0 ? [describeProblem(others, rest)] : []),
    ...(ofRecipient.length > 0 ? [describeRefusedRecipients(ofRecipient)] : []),
    ...(ofLetters.length > 0 ? [describeRefusedLetters(ofLetters)] : []),
    ...(awaited.length > 0 ? [describeAwaited(awaited)] : []),
    ...(lost.length > 0 ? [describeLost(lost)] : []),
  ];
  return sentences.length > 0 ? sentences.join(" ") : undefined;
};

/** Checks every `every` ms until the signal aborts. Returns a function that reads the latest note without I/O. */
export const watchMails = (
  options: Reading & { log: Log; signal: AbortSignal; every?: number },
): (() => string | undefined) => {
  const { log, signal, every = 15_000 } = options;
  let note: string | undefined;
  const updateNote = async (): Promise<void> => {
    try {
      note = await describeUndelivered(options);
    } catch (err) {
      log.warn({ err }, "Waiting mails could not be counted; the next round tries again.");
    }
    if (!signal.aborted) setTimeout(() => void updateNote(), every).unref();
  };
  void updateNote();
  return () => note;
};
