import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import { type HeldAs, mailWords } from "#domain/destinations/mail-words.ts";
import { isEmailAddress } from "#domain/destinations/recipients.ts";
import { reportMailId } from "#domain/run/run-ids.ts";
import { writtenName } from "#domain/text/visible.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type Delivery,
  DeliveryFailed,
  type EmailDestination,
  type Receipt,
  type StepName,
} from "../ports/destination.ts";
import {
  encodedBytes,
  type Mail,
  type MailMessage,
  MailRefused,
  type MailTaken,
  MailUnavailable,
} from "../ports/mail.ts";
import { openIntact } from "./intact.ts";
import type { AskedNote, Notes } from "./notes.ts";
import type { Receipts } from "./receipts.ts";
import type { Steps } from "./steps.ts";
import { secretPartsOf, withoutSecrets } from "./without-secrets.ts";

export type EmailOptions = {
  mail: Mail;
  notes: Notes;
  receipts: Receipts;
  clock: Pick<Clock, "wall">;
  /** MAIL_ATTACHMENT_MAX_MB. */
  attachmentMaxMb: number;
};

const people = (count: number): string => `${count} ${count === 1 ? "recipient" : "recipients"}`;
/** Names a recipient to nobody who does not know the address already. */
const keyOf = (id: string, address: string): string =>
  createHash("sha256").update(`${id}\n${address.toLowerCase()}`).digest("base64url").slice(0, 22);

/** Room for headers and text in a mail's size, bytes. */
const roomForText = 20_000;

/** Decides if the mail has its report as a file or as a link, by the merchant's choice and MAIL_ATTACHMENT_MAX_MB. */
const heldAs = ({ file, destination }: Delivery<EmailDestination>, attachmentMaxMb: number): HeldAs["as"] => {
  if (destination.asLink) return "link";
  return encodedBytes(file.bytes) + roomForText <= attachmentMaxMb * 1_000_000 ? "file" : "too-large";
};

const messageOf = (
  { id, tenant, shop, file, title, period, zone, createdAt, test, notes, destination }: Delivery<EmailDestination>,
  held: { as: HeldAs["as"]; afterRefusal?: boolean },
  signal: AbortSignal,
): Omit<MailMessage, "to"> => {
  const of = { title, fileName: file.name, period, zone, test, notes };
  const content = async () => {
    const { stream } = await openIntact(file);
    signal.addEventListener("abort", () => stream.destroy(signal.reason as Error), { once: true });
    return stream;
  };
  const fromName = writtenName(destination.fromName).replaceAll(/\s+/g, " ");
  return {
    // Mail clients show two mails with one id once, so the mail with the link has its own.
    id: held.afterRefusal ? `${reportMailId(id)}-link` : reportMailId(id),
    of: { tenant, shop },
    automatic: true,
    ...(fromName === "" ? {} : { fromName }),
    ...(destination.replyTo === "" ? {} : { replyTo: destination.replyTo }),
    ...mailWords(destination, of, { as: held.as, link: file.link }),
    date: new Date(createdAt),
    ...(held.as === "file"
      ? { attachments: [{ name: file.name, contentType: file.contentType, content, bytes: file.bytes }] }
      : {}),
  };
};

const has = (reached: number, all: number): string =>
  `${reached} of ${all} recipients ${reached === 1 ? "has" : "have"} the report.`;

const after = (now: Date, minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();
/** Spam filters learn, so another try in an hour may help. */
const contentPause = 60;
/** A mail server that was slow to answer may have the mail in its queue by then, minutes. */
const unansweredPause = 10;
/** A mail whose answer was lost is sent once more, and no third time. */
const mostUnanswered = 2;

type Standing = { reached: number; all: number; now: Date; isLast: boolean };

/** `so`: what stands before the sentence. `isLast`: it was the second time. */
const unconfirmed = (
  so: string,
  { reached, now, isLast }: Pick<Standing, "reached" | "now" | "isLast">,
  cause?: MailUnavailable,
) =>
  new DeliveryFailed(
    "unconfirmed",
    isLast
      ? `${so}Our mail server's answer was lost twice, so the report may have arrived. Ask its recipients before you send it again.`
      : `${so}Our mail server's answer was lost, so the report may have arrived.`,
    { reached, cause, ...(!isLast && { notBefore: after(now, unansweredPause) }) },
  );

/** Why nobody has it, or some have it and others may still get it. */
const asFailure = (error: unknown, { reached, all, now, isLast }: Standing): unknown => {
  const so = reached === 0 ? "" : `${has(reached, all)} For the others: `;
  if (error instanceof MailRefused && error.because === "content") {
    const sentence = `${so}The mail server refused the content of this mail (${error.code}). Send the report as a link, or choose another destination.`;
    return new DeliveryFailed("content", sentence, { reached, notBefore: after(now, contentPause), cause: error });
  }
  if (error instanceof MailRefused)
    return new DeliveryFailed("lasting", "The mail server refused all recipients for good. Check their addresses.", {
      cause: error,
    });
  if (!(error instanceof MailUnavailable)) return error;
  if (!error.notTaken) return unconfirmed(so, { reached, now, isLast }, error);
  return error.ours
    ? new DeliveryFailed(
        "ours",
        `${so}Our mail server has a problem, so the report couldn't be sent. You needn't change anything.`,
        { reached, cause: error },
      )
    : new DeliveryFailed("deferred", `${so}The recipients' mail server isn't accepting mail for them now.`, {
        reached,
        cause: error,
      });
};

/** The mail server has nothing of this try, as far as is known. */
const saidNo = (error: unknown): boolean =>
  error instanceof MailRefused || (error instanceof MailUnavailable && error.notTaken);

/** A mail whose answer was lost was handed over. */
const failedAt = (error: unknown): StepName =>
  error instanceof MailUnavailable && !error.notTaken ? "answered" : "handed over";

/** Some may still get it: who, by their places in the list, as addresses stand in no reason. */
const notYet = (places: readonly number[], reached: number, all: number): DeliveryFailed =>
  new DeliveryFailed(
    "deferred",
    `${has(reached, all)} The mail server refused recipient ${places.map((place) => place + 1).join(", ")} of your list for now.`,
    { reached },
  );

/** How the mail stands with one recipient. */
type Fate = "open" | "reached" | "refused";

/** An address as the mail server is told it, for comparisons: its domain is in punycode there. */
const asSent = (address: string): string => {
  const at = address.lastIndexOf("@") + 1;
  return `${address.slice(0, at)}${domainToASCII(address.slice(at))}`.toLowerCase();
};

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const rules = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const inWords = new Intl.ListFormat("en");

/** Says who can't be reached for the letters of their addresses, by their places in the list from 0. */
const lettersSaid = (places: readonly number[]): string => {
  const names = inWords.format(
    places.map((place) => ordinals[place] ?? `${place + 1}${endings[rules.select(place + 1)]}`),
  );
  const [subject, other] = places.length === 1 ? ["address has", "another address"] : ["addresses have", "others"];
  return `The ${names} ${subject} letters before the @ that our mail server doesn't take. Enter ${other}.`;
};

/** How a try went for those it was for. */
const fatesAfter = (only: readonly string[], { refused }: Pick<MailTaken, "refused">): Map<string, Fate> => {
  const missed = new Map(refused.map(({ address, forGood }) => [asSent(address), forGood]));
  return new Map(
    only.map((one) => {
      const forGood = missed.get(asSent(one));
      return [one, forGood === undefined ? "reached" : forGood ? "refused" : "open"];
    }),
  );
};

/**
 * Sends reports by e-mail: as a file, or as a link where the merchant wants that or it is too large. Delivered is what somebody has and nobody
 * may still get; who was refused for good stands in the receipt.
 */
export const createEmail = ({ mail, notes, receipts, clock, attachmentMaxMb }: EmailOptions) => {
  const fatesBefore = (id: string, recipients: readonly string[], note: AskedNote | undefined): Map<string, Fate> => {
    const [reached, refused] = note ? [note.reached, note.refused] : [[], []];
    const fate = (key: string): Fate =>
      reached.includes(key) ? "reached" : refused.includes(key) ? "refused" : "open";
    return new Map(recipients.map((one) => [one, fate(keyOf(id, one))]));
  };

  return async (delivery: Delivery<EmailDestination>, steps: Steps, signal: AbortSignal): Promise<Receipt> => {
    const { id, file, destination } = delivery;
    const { recipients, replyTo } = destination;
    if (recipients.length === 0 || ![...recipients, ...(replyTo === "" ? [] : [replyTo])].every(isEmailAddress))
      throw new DeliveryFailed(
        "lasting",
        "An e-mail address of the destination is none. Correct the recipients or the address for replies.",
      );
    const note = await notes.readAsked("email", id);
    const fates = fatesBefore(id, recipients, note);
    const unanswered = note?.unanswered ?? 0;
    const those = (fate: Fate) => recipients.filter((one) => fates.get(one) === fate);
    const places = (fate: Fate) => recipients.flatMap((one, place) => (fates.get(one) === fate ? [place] : []));
    // A stop that has waited for an answer waits until it is noted, too.
    const noting = () => (signal.aborted ? AbortSignal.any([]) : signal);
    const receipt = (answer: string, before: boolean): Promise<Receipt> => {
      const [reached, all] = [those("reached").length, recipients.length];
      const said = {
        at: clock.wall().toISOString(),
        to: reached === all ? people(all) : `${reached} of ${people(all)}`,
        answer: withoutSecrets(answer, [...secretPartsOf(file.link), ...recipients]),
        steps: steps.taken,
        before,
        refused: places("refused"),
      };
      return receipts.confirm(id, said, noting());
    };
    if (places("open").length === 0) return receipt("All recipients have it.", true);

    // A recipient who is off the list now may return to it.
    const keys = (fate: Fate, before: readonly string[] = []) => [
      ...new Set([...before, ...those(fate).map((one) => keyOf(id, one))]),
    ];
    const partly = (unanswered: number) => ({
      stage: "partly" as const,
      reached: keys("reached", note?.reached),
      refused: keys("refused", note?.refused),
      ...(unanswered > 0 && { unanswered }),
    });
    const standing = () => ({ reached: those("reached").length, all: recipients.length, now: clock.wall() });
    // The worker of the second time was lost.
    if (unanswered >= mostUnanswered) throw unconfirmed("", { ...standing(), isLast: true });

    const unsendable = new Set<number>();
    /** Sends the mail to those who may still get it; answers what the mail server said. */
    const sendOn = async (): Promise<MailTaken> => {
      const only = those("open");
      await notes.writeAsked("email", id, { ...partly(unanswered), by: receipts.by });
      let isNoted = false;
      const beforeEnd = async () => {
        isNoted = true;
        await notes.writeAsked("email", id, { ...partly(unanswered + 1), by: receipts.by });
      };
      const sendAs = (held: Parameters<typeof messageOf>[1]) =>
        mail.send({ ...messageOf(delivery, held, signal), to: recipients, only }, { signal, beforeEnd });
      /** A mail server that finds the mail with the file too large gets one with a link. */
      const send = () =>
        sendAs({ as: heldAs(delivery, attachmentMaxMb) }).catch((error: unknown) => {
          if (!(error instanceof MailRefused) || error.because !== "size") throw error;
          return sendAs({ as: "too-large", afterRefusal: true });
        });
      try {
        const taken = await steps.take("handed over", send, saidNo, failedAt);
        for (const [one, fate] of fatesAfter(only, taken)) fates.set(one, fate);
        const letters = new Set(taken.refused.flatMap(({ address, letters: has }) => (has ? [asSent(address)] : [])));
        for (const [place, one] of recipients.entries()) if (letters.has(asSent(one))) unsendable.add(place);
        return taken;
      } catch (error) {
        // It has answered, so the mail hasn't arrived by this try.
        if (isNoted && saidNo(error)) await receipts.keep("email", id, partly(unanswered), noting());
        const hasLetters = error instanceof MailRefused && error.because === "letters";
        if (hasLetters) for (const place of places("open")) unsendable.add(place);
        if (hasLetters && those("reached").length === 0)
          throw new DeliveryFailed("lasting", lettersSaid([...unsendable]));
        const isRefusedForGood = hasLetters || (error instanceof MailRefused && error.because === "recipient");
        if (those("reached").length === 0 || !isRefusedForGood)
          throw asFailure(error, { ...standing(), isLast: unanswered + 1 >= mostUnanswered });
        // Those who were left are refused for good; the others have it.
        for (const one of only) fates.set(one, "refused");
        return { answer: "", refused: [] };
      }
    };

    for (;;) {
      const { answer, refused } = await sendOn();
      if (places("open").length === 0)
        return receipt(unsendable.size === 0 ? answer : `${answer} (${lettersSaid([...unsendable])})`.trim(), false);
      await receipts.keep("email", id, partly(unanswered), noting());
      if (!refused.some(({ inNextMail }) => inNextMail)) break;
    }
    throw notYet(places("open"), those("reached").length, recipients.length);
  };
};
