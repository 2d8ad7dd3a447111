import { aboutOthers, addMailReach, describeReached, ownServerReason } from "#domain/ledger/mail-reach.ts";
import { DeliveryFailed } from "../../ports/destination.ts";
import { MailRefused, MailUnavailable } from "../../ports/mail.ts";
import type { RecipientsStatus } from "./email-recipients.ts";
import { describeUnreachable, listPlaces } from "./recipients-text.ts";

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();
/** Minutes until a retry after refused content. Spam filters learn, so it may pass then. */
const contentPause = 60;
/** Minutes until a resend after a lost response. A slow server may have queued the mail by then. */
const unansweredPause = 10;

/** Empty if nobody was reached or refused earlier. */
const describeEarlier = ({ reached, refused, unsendable, all }: RecipientsStatus): string => {
  const has = reached === 0 ? "" : `${describeReached({ reached, recipients: all })} `;
  const lost = unsendable.length === 0 ? "" : `${describeUnreachable(unsendable)} `;
  return `${has}${lost}${refused.length === 0 ? "" : `The mail server refused ${listPlaces(refused)} for good. `}`;
};

/** Everybody was refused but those that the mail server wasn't asked about. */
const describeRefused = ({ all, unsendable }: RecipientsStatus): string => {
  if (unsendable.length > 0)
    return `${describeUnreachable(unsendable)} The mail server refused the others for good. Check their addresses.`;
  // The list may be edited later, or differ from an earlier attempt's.
  const several = all === 2 ? "both recipients" : `all ${all} recipients`;
  const [whom, what] = all === 1 ? ["the only recipient", "the address"] : [several, "their addresses"];
  return `The mail server refused ${whom} on the list at that time for good. Check ${what}.`;
};

/** The report may have arrived if an earlier answer was lost. */
const addDoubt = (sentence: string, { reached, all, inDoubt }: RecipientsStatus): string =>
  addMailReach(sentence, inDoubt.length > 0 ? { reached, recipients: all, unsure: true } : null);

const failureOf = (
  kind: DeliveryFailed["kind"],
  sentence: string,
  { reached, newlyReached, refused, unsendable, inDoubt, isDoubtKnown }: RecipientsStatus,
  details: { cause: unknown; notBefore?: string | undefined },
): DeliveryFailed =>
  new DeliveryFailed(kind, sentence, {
    reached,
    newlyReached,
    refused,
    unsendable,
    inDoubt: isDoubtKnown ? inDoubt : undefined,
    ...details,
  });

/** True if the mail server's response was lost. */
export const isAnswerLost = (error: unknown): error is MailUnavailable =>
  error instanceof MailUnavailable && !error.notTaken;

/** True if the mail server has nothing of this mail, to our knowledge. */
export const isRejected = (error: unknown): boolean =>
  error instanceof MailRefused || (error instanceof MailUnavailable && error.notTaken);

/**
 * Failure of a mail whose response was lost, while it may be sent again to some recipients. `isStopped`: Sheaf stopped
 * before the response came.
 */
export const unconfirmed = (
  cause: MailUnavailable,
  status: RecipientsStatus,
  { now, isStopped }: { now: Date; isStopped: boolean },
): DeliveryFailed => {
  const { askable, inDoubt } = status;
  const lost = isStopped ? "We stopped before our mail server's answer came" : "Our mail server's answer was lost";
  const unsent = askable.filter((place) => !inDoubt.includes(place));
  const notYet = unsent.length === 0 ? "" : `The report wasn't sent to ${listPlaces(unsent)} yet. `;
  const sentence = aboutOthers(`${describeEarlier(status)}${notYet}`, `${lost}, so the report may have arrived.`);
  return failureOf("unconfirmed", sentence, status, { cause, notBefore: after(now, unansweredPause) });
};

/**
 * Failure of a report that can't be sent again to anyone: for some recipients, two responses were lost. `cause`: the
 * second one's error, if it happened in this try.
 */
export const lostTwice = (id: string, status: RecipientsStatus, cause?: MailUnavailable): DeliveryFailed => {
  const sentence = aboutOthers(
    describeEarlier(status),
    "We sent the mail twice, but our mail server's answer was lost both times, so the report may have arrived. Ask its recipients before you send it again.",
  );
  const reason = "its answer to the whole mail was lost twice";
  const own = () => new MailUnavailable(`Mail ${id} isn't sent again: ${reason}.`, { reason, scope: "mail" });
  return failureOf("unconfirmed", sentence, status, { cause: cause ?? own() });
};

/** Explains why the mail reached nobody. `isLink`: it has a link instead of the file. */
export const rejection = (
  error: unknown,
  status: RecipientsStatus,
  { now, isLink }: { now: Date; isLink: boolean },
): unknown => {
  const { unsendable, reached, inDoubt } = status;
  const fail = (kind: DeliveryFailed["kind"], sentence: string, notBefore?: string) =>
    failureOf(kind, addDoubt(sentence, status), status, { cause: error, notBefore });
  const earlier = describeEarlier(status);
  if (error instanceof MailRefused && error.because === "content") {
    const advice = isLink ? "Choose another destination." : "Send the report as a link, or choose another destination.";
    const sentence = `The mail server refused the content of this mail (${error.code}). ${advice}`;
    return fail("content", aboutOthers(earlier, sentence), after(now, contentPause));
  }
  if (error instanceof MailRefused && error.because === "letters" && reached === 0)
    return fail("lasting", describeUnreachable(unsendable));
  if (error instanceof MailRefused) return fail("lasting", describeRefused(status));
  if (!(error instanceof MailUnavailable)) return error;
  return error.ours
    ? fail("ours", aboutOthers(earlier, ownServerReason(inDoubt.length > 0)))
    : fail("deferred", aboutOthers(earlier, "The recipients' mail server isn't accepting mail for them now."));
};

/** Failure after everybody on the list refused earlier tries for good. */
export const refusedBefore = (id: string, status: RecipientsStatus): DeliveryFailed => {
  const { refused, unsendable } = status;
  const reason = "all recipients on the list refused earlier tries";
  const sentence = refused.length === 0 ? describeUnreachable(unsendable) : describeRefused(status);
  const cause = new MailUnavailable(`Mail ${id} isn't sent: ${reason}.`, { notTaken: true, ours: false, reason });
  return failureOf("lasting", addDoubt(sentence, status), status, { cause });
};

/** Failure of a mail that some recipients have and others may still get. */
export const putOff = (status: RecipientsStatus): DeliveryFailed => {
  const { reached, refused, askable, all } = status;
  const server = refused.length === 0 ? "The mail server" : "It";
  const sentence = `${describeEarlier(status)}${server} refused ${listPlaces(askable)} for now.`;
  const reason = `${reached} of ${all} recipients ${reached === 1 ? "has" : "have"} it; ${askable.length} refused for now${refused.length > 0 ? `, ${refused.length} for good` : ""}`;
  const cause = new MailUnavailable(`The mail wasn't accepted for all recipients: ${reason}.`, {
    notTaken: true,
    ours: false,
    reason,
  });
  return failureOf("deferred", addDoubt(sentence, status), status, { cause });
};
