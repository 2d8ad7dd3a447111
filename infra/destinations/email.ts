import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { composeMail, type FileAttachment } from "#domain/destinations/compose-mail.ts";
import { isEmailAddress } from "#domain/destinations/recipients.ts";
import { addMailReach, describeReached, ownServerReason } from "#domain/ledger/mail-reach.ts";
import { reportMailId } from "#domain/run/run-ids.ts";
import { toSafeName } from "#domain/text/visible.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type EmailDestination,
  type Receipt,
  type StepName,
} from "../ports/destination.ts";
import {
  type AcceptedMail,
  encodedBytes,
  type Mail,
  type MailMessage,
  MailRefused,
  MailUnavailable,
} from "../ports/mail.ts";
import type { DeliveryProgressStore, HandoverProgress } from "./delivery-progress.ts";
import type { Receipts } from "./receipts.ts";
import { describeUnreachable, listPlaces } from "./recipients-text.ts";
import { listSecretParts, redactSecrets } from "./redact-secrets.ts";
import type { Steps } from "./steps.ts";
import { openVerified } from "./verified-file.ts";

export type EmailOptions = {
  mail: Mail;
  progress: DeliveryProgressStore;
  receipts: Receipts;
  clock: Pick<Clock, "wall">;
  /** MAIL_ATTACHMENT_MAX_MB. */
  attachmentMaxMb: number;
};

const countRecipients = (count: number): string => `${count} ${count === 1 ? "recipient" : "recipients"}`;
/** Hashes a recipient's address, so that the key doesn't reveal it. */
const keyOf = (id: string, address: string): string =>
  createHash("sha256").update(`${id}\n${address.toLowerCase()}`).digest("base64url").slice(0, 22);

/** Bytes reserved for headers and text. */
const roomForText = 20_000;

/** Attaches or links the report, by the merchant's choice and MAIL_ATTACHMENT_MAX_MB. */
const attachmentModeOf = (
  { file, destination }: Delivery<EmailDestination>,
  attachmentMaxMb: number,
): FileAttachment["as"] => {
  if (destination.asLink) return "link";
  return encodedBytes(file.bytes) + roomForText <= attachmentMaxMb * 1_000_000 ? "file" : "too-large";
};

const messageOf = (
  { id, tenant, shop, file, title, period, zone, createdAt, test, notes, destination }: Delivery<EmailDestination>,
  held: { as: FileAttachment["as"]; afterRefusal?: boolean },
  signal: AbortSignal,
): Omit<MailMessage, "to"> => {
  const of = { title, fileName: file.name, period, zone, test, notes };
  const content = async () => {
    const { stream } = await openVerified(file);
    signal.addEventListener("abort", () => stream.destroy(signal.reason as Error), { once: true });
    return stream;
  };
  const fromName = toSafeName(destination.fromName).replaceAll(/\s+/g, " ");
  return {
    // Mail clients show two mails with the same id once.
    id: held.afterRefusal ? `${reportMailId(id)}-link` : reportMailId(id),
    owner: { tenant, shop },
    automatic: true,
    ...(fromName === "" ? {} : { fromName }),
    ...(destination.replyTo === "" ? {} : { replyTo: destination.replyTo }),
    ...composeMail(destination, of, { as: held.as, link: file.link }),
    date: new Date(createdAt),
    ...(held.as === "file"
      ? { attachments: [{ name: file.name, contentType: file.contentType, content, bytes: file.bytes }] }
      : {}),
  };
};

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();
/** Minutes until a retry after refused content. Spam filters learn, so it may pass then. */
const contentPause = 60;
/** Minutes until a resend after a lost response. A slow mail server may have queued the mail by then. */
const unansweredPause = 10;
/** Times that a mail may stay unanswered. */
const maxUnanswered = 2;

type SendState = {
  reached: number;
  /** Indexes of permanently refused recipients, from 0. */
  refused: readonly number[];
  /** Indexes of recipients that the mail server can't be asked about, from 0. */
  unsendable: readonly number[];
  all: number;
  now: Date;
  /** True if an earlier attempt's response was lost. */
  isUnsure: boolean;
  /** True if the response was lost for the last allowed time. */
  isLast: boolean;
  /** True if Sheaf stopped before the response came. */
  isStopped: boolean;
  /** True if the mail has a link instead of the file. */
  isLink: boolean;
};

type Missed = Pick<SendState, "reached" | "refused" | "unsendable" | "all">;

/** Tells who has the report and who can't get it. Empty if nobody. */
const describeEarlier = ({ reached, refused, unsendable, all }: Missed): string => {
  const has = reached === 0 ? "" : `${describeReached({ reached, recipients: all })} `;
  const lost = unsendable.length === 0 ? "" : `${describeUnreachable(unsendable)} `;
  return `${has}${lost}${refused.length === 0 ? "" : `The mail server refused ${listPlaces(refused)} for good. `}`;
};

/** Tells that the mail server refused everybody but those that it wasn't asked about. */
const describeRefused = (unsendable: readonly number[]): string =>
  unsendable.length === 0
    ? "The mail server refused all recipients for good. Check their addresses."
    : `${describeUnreachable(unsendable)} The mail server refused the others for good. Check their addresses.`;

/** Adds to a reason that the report may have arrived, if an earlier answer was lost. */
const addDoubt = (sentence: string, { reached, all, isUnsure }: Pick<SendState, "reached" | "all" | "isUnsure">) =>
  addMailReach(sentence, isUnsure ? { reached, recipients: all, unsure: true } : null);

/** The failure of a mail whose answer was lost. */
const unconfirmed = (state: Missed & Pick<SendState, "now" | "isLast" | "isStopped">, cause: MailUnavailable) => {
  const { reached, refused, unsendable, now, isLast, isStopped } = state;
  const earlier = describeEarlier(state);
  const so = earlier === "" ? "" : `${earlier}For the others: `;
  const lost = isStopped ? "We stopped before our mail server's answer came" : "Our mail server's answer was lost";
  const sentence = isLast
    ? `${so}Our mail server's answer was lost twice, so the report may have arrived. Ask its recipients before you send it again.`
    : `${so}${lost}, so the report may have arrived.`;
  return new DeliveryFailed("unconfirmed", sentence, {
    reached,
    refused,
    unsendable,
    cause,
    ...(!isLast && { notBefore: after(now, unansweredPause) }),
  });
};

/** Explains why nobody has the mail, or why some don't have it yet. */
const mailFailureOf = (error: unknown, state: SendState): unknown => {
  const { reached, refused, unsendable, now, isUnsure, isLink } = state;
  const earlier = describeEarlier(state);
  const so = earlier === "" ? "" : `${earlier}For the others: `;
  const fail = (kind: DeliveryFailed["kind"], sentence: string, notBefore?: string) =>
    new DeliveryFailed(kind, addDoubt(sentence, state), {
      reached,
      refused,
      unsendable,
      cause: error,
      notBefore,
    });
  if (error instanceof MailRefused && error.because === "content") {
    const advice = isLink ? "Choose another destination." : "Send the report as a link, or choose another destination.";
    const sentence = `${so}The mail server refused the content of this mail (${error.code}). ${advice}`;
    return fail("content", sentence, after(now, contentPause));
  }
  if (error instanceof MailRefused) return fail("lasting", describeRefused(unsendable));
  if (!(error instanceof MailUnavailable)) return error;
  if (!error.notTaken) return unconfirmed(state, error);
  return error.ours
    ? fail("ours", `${so}${ownServerReason(isUnsure)}`)
    : fail("deferred", `${so}The recipients' mail server isn't accepting mail for them now.`);
};

/** The failure of a report whose list has only recipients that earlier tries refused for good. */
const refusedBefore = (id: string, state: Missed & Pick<SendState, "isUnsure">): DeliveryFailed => {
  const { refused, unsendable } = state;
  const reason = "earlier tries were refused by all recipients of its list";
  const sentence = refused.length === 0 ? describeUnreachable(unsendable) : describeRefused(unsendable);
  const cause = new MailUnavailable(`Mail ${id} isn't sent: ${reason}.`, { notTaken: true, ours: false, reason });
  return new DeliveryFailed("lasting", addDoubt(sentence, state), { refused, unsendable, cause });
};

/** Tells if the mail server has nothing of this try, as far as known. */
const isRejected = (error: unknown): boolean =>
  error instanceof MailRefused || (error instanceof MailUnavailable && error.notTaken);

/** A mail whose answer was lost was handed over. */
const failedAt = (error: unknown): StepName =>
  error instanceof MailUnavailable && !error.notTaken ? "answered" : "handed over";

/**
 * Makes the failure for recipients that may still get the mail. It lists them by position, as reasons hold no
 * addresses.
 */
const pendingFailure = (places: readonly number[], state: Missed & Pick<SendState, "isUnsure">): DeliveryFailed => {
  const { reached, refused, unsendable, all } = state;
  const server = refused.length === 0 ? "The mail server" : "It";
  const sentence = `${describeEarlier(state)}${server} refused ${listPlaces(places)} for now.`;
  const reason = `${reached} of ${all} recipients ${reached === 1 ? "has" : "have"} it; ${places.length} refused for now${refused.length > 0 ? `, ${refused.length} for good` : ""}`;
  return new DeliveryFailed("deferred", addDoubt(sentence, state), {
    reached,
    refused,
    unsendable,
    cause: new MailUnavailable(`The mail wasn't accepted for all recipients: ${reason}.`, {
      notTaken: true,
      ours: false,
      reason,
    }),
  });
};

/** A recipient's status. */
type RecipientOutcome = "open" | "reached" | "refused";

/** Normalizes an address for comparison: its domain in punycode. */
const normalizeAddress = (address: string): string => {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${domainToASCII(address.slice(at))}`.toLowerCase();
};

/** Returns each recipient's outcome of a try. */
const outcomesAfter = (
  only: readonly string[],
  { refused }: Pick<AcceptedMail, "refused">,
): Map<string, RecipientOutcome> => {
  const missed = new Map(refused.map(({ address, forGood }) => [normalizeAddress(address), forGood]));
  return new Map(
    only.map((one) => {
      const forGood = missed.get(normalizeAddress(one));
      return [one, forGood === undefined ? "reached" : forGood ? "refused" : "open"];
    }),
  );
};

/**
 * Sends reports by e-mail, attached or as a link. A report is delivered once a recipient has it and nobody may still
 * get it. The receipt lists the recipients refused for good.
 */
export const createEmail = ({ mail, progress, receipts, clock, attachmentMaxMb }: EmailOptions) => {
  const fatesBefore = (
    id: string,
    recipients: readonly string[],
    note: HandoverProgress | undefined,
  ): Map<string, RecipientOutcome> => {
    const [reached, refused] = note ? [note.reached, note.refused] : [[], []];
    const fate = (key: string): RecipientOutcome =>
      reached.includes(key) ? "reached" : refused.includes(key) ? "refused" : "open";
    return new Map(recipients.map((one) => [one, fate(keyOf(id, one))]));
  };

  return async (delivery: Delivery<EmailDestination>, steps: Steps, signal: AbortSignal): Promise<Receipt> => {
    const { id, file, destination } = delivery;
    const { recipients, replyTo } = destination;
    const by = receipts.processId;
    if (recipients.length === 0 || ![...recipients, ...(replyTo === "" ? [] : [replyTo])].every(isEmailAddress))
      throw new DeliveryFailed(
        "lasting",
        "One of the destination's e-mail addresses isn't valid. Check the recipients and the address for replies.",
      );
    const note = await progress.readHandover("email", id);
    const fates = fatesBefore(id, recipients, note);
    const unanswered = note?.unanswered ?? 0;
    const those = (fate: RecipientOutcome) => recipients.filter((one) => fates.get(one) === fate);
    const places = (fate: RecipientOutcome) =>
      recipients.flatMap((one, index) => (fates.get(one) === fate ? [index] : []));
    // A stop that waited for a response also waits for its record.
    const noting = () => (signal.aborted ? AbortSignal.any([]) : signal);
    const unsendable = new Set(
      recipients.flatMap((one, index) => (note?.unsendable?.includes(keyOf(id, one)) ? [index] : [])),
    );
    // The mail server wasn't asked about an address that it can't take, so it didn't refuse that.
    const missed = () => ({
      refused: places("refused").filter((index) => !unsendable.has(index)),
      unsendable: [...unsendable],
    });
    const receipt = (answer: string, before: boolean): Promise<Receipt> => {
      const [reached, all] = [those("reached").length, recipients.length];
      const attempt = {
        at: clock.wall().toISOString(),
        to: reached === all ? countRecipients(all) : `${reached} of ${countRecipients(all)}`,
        answer: redactSecrets(answer, [...listSecretParts(file.link), ...recipients]),
        steps: steps.completed,
        before,
        ...missed(),
      };
      return receipts.confirm(id, attempt, noting());
    };
    if (places("open").length === 0 && those("reached").length > 0) return receipt("", true);

    // A recipient off the list now may be added again.
    const keys = (fate: RecipientOutcome, before: readonly string[] = []) => [
      ...new Set([...before, ...those(fate).map((one) => keyOf(id, one))]),
    ];
    const partly = (unanswered: number) => ({
      stage: "partly" as const,
      reached: keys("reached", note?.reached),
      refused: keys("refused", note?.refused),
      ...(unsendable.size > 0 && { unsendable: [...unsendable].map((index) => keyOf(id, recipients[index] ?? "")) }),
      ...(unanswered > 0 && { unanswered }),
    });
    const reach = () => ({
      reached: those("reached").length,
      ...missed(),
      all: recipients.length,
      now: clock.wall(),
      isUnsure: unanswered > 0,
      isStopped: signal.aborted,
    });
    // The list was edited, and earlier tries refused everybody on it.
    if (places("open").length === 0) throw refusedBefore(id, reach());
    // The worker died during the second try.
    if (unanswered >= maxUnanswered) {
      const reason = "its answer to the whole mail was lost twice";
      const cause = new MailUnavailable(`Mail ${id} isn't sent again: ${reason}.`, { reason, scope: "mail" });
      throw unconfirmed({ ...reach(), isLast: true }, cause);
    }

    /** Sends the mail to those who may still get it. */
    const sendOn = async (): Promise<AcceptedMail> => {
      const only = those("open");
      await progress.writeHandover("email", id, { ...partly(unanswered), by });
      let isRecorded = false;
      let isLink = attachmentModeOf(delivery, attachmentMaxMb) !== "file";
      const beforeEnd = async () => {
        isRecorded = true;
        await progress.writeHandover("email", id, { ...partly(unanswered + 1), by });
      };
      const onUnsendable = (addresses: readonly string[]) => {
        for (const [index, one] of recipients.entries())
          if (addresses.includes(one)) {
            unsendable.add(index);
            fates.set(one, "refused");
          }
      };
      const sendAs = (held: Parameters<typeof messageOf>[1]) =>
        mail.send({ ...messageOf(delivery, held, signal), to: recipients, only }, { signal, beforeEnd, onUnsendable });
      /** Falls back to a link if the mail with the file is too large. */
      const send = () =>
        sendAs({ as: attachmentModeOf(delivery, attachmentMaxMb) }).catch(async (error: unknown) => {
          if (!(error instanceof MailRefused) || error.because !== "size") throw error;
          isLink = true;
          // The server refused the file, so this try reached nobody if the worker dies now.
          if (isRecorded) await receipts.saveHandover("email", id, { ...partly(unanswered), by }, noting());
          isRecorded = false;
          return sendAs({ as: "too-large", afterRefusal: true });
        });
      try {
        const taken = await steps.runStep("handed over", send, isRejected, failedAt);
        for (const [one, fate] of outcomesAfter(only, taken)) fates.set(one, fate);
        const withLetters = new Set(
          taken.refused.flatMap(({ address, letters }) => (letters ? [normalizeAddress(address)] : [])),
        );
        onUnsendable(recipients.filter((one) => withLetters.has(normalizeAddress(one))));
        return taken;
      } catch (error) {
        const hasLetters = error instanceof MailRefused && error.because === "letters";
        if (hasLetters) onUnsendable(those("open"));
        // The server answered, so this try hasn't delivered the mail.
        if ((isRecorded || unsendable.size > 0) && isRejected(error))
          await receipts.saveHandover("email", id, partly(unanswered), noting());
        if (error instanceof MailUnavailable && !error.notTaken && error.refused.some(({ forGood }) => forGood)) {
          // The others' answer was lost, but these don't have the mail.
          for (const [one, fate] of outcomesAfter(only, error)) if (fate === "refused") fates.set(one, fate);
          await receipts.saveHandover("email", id, partly(unanswered + 1), noting());
        }
        if (hasLetters && those("reached").length === 0)
          throw new DeliveryFailed("lasting", addDoubt(describeUnreachable([...unsendable]), reach()), {
            ...missed(),
            cause: error,
          });
        const isRefusedForGood = hasLetters || (error instanceof MailRefused && error.because === "recipient");
        if (those("reached").length === 0 || !isRefusedForGood)
          throw mailFailureOf(error, {
            ...reach(),
            isLink,
            isLast: unanswered + 1 >= maxUnanswered,
          });
        // The rest are refused for good; the others have it.
        for (const one of only) fates.set(one, "refused");
        return { answer: "", refused: [] };
      }
    };

    for (;;) {
      const { answer, refused } = await sendOn();
      if (places("open").length === 0) return receipt(answer, false);
      await receipts.saveHandover("email", id, partly(unanswered), noting());
      if (!refused.some(({ inNextMail }) => inNextMail)) break;
    }
    throw pendingFailure(places("open"), reach());
  };
};
