import { createHash } from "node:crypto";
import { mailWords } from "#domain/destinations/mail-words.ts";
import { isEmailAddress } from "#domain/destinations/recipients.ts";
import { reportMailId } from "#domain/run/run-ids.ts";
import { writtenName } from "#domain/text/visible.ts";
import type { Clock } from "../ports/clock.ts";
import { type Delivery, DeliveryFailed, type EmailDestination, type Receipt } from "../ports/destination.ts";
import { type Mail, type MailMessage, MailRefused, type MailTaken, MailUnavailable } from "../ports/mail.ts";
import { type Patience, withDeadline } from "./deadline.ts";
import { openIntact } from "./intact.ts";
import type { Note, Notes } from "./notes.ts";
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
  patience: Patience;
};

const people = (count: number): string => `${count} ${count === 1 ? "recipient" : "recipients"}`;
/** Names a recipient to nobody who does not know the address already. */
const keyOf = (id: string, address: string): string =>
  createHash("sha256").update(`${id}\n${address.toLowerCase()}`).digest("base64url").slice(0, 22);

const messageOf = (
  { id, tenant, shop, file, title, period, zone, createdAt, test, notes, destination }: Delivery<EmailDestination>,
  attachmentMaxMb: number,
  signal: AbortSignal,
): Omit<MailMessage, "to"> => {
  const fits = file.bytes <= attachmentMaxMb * 1_000_000;
  const attached = fits && !destination.asLink;
  const link = {
    as: destination.asLink ? ("link" as const) : ("too-large" as const),
    link: file.link,
    attachmentMaxMb,
  };
  const of = { title, fileName: file.name, period, zone, test, notes };
  const content = async () => {
    const { stream } = await openIntact(file);
    signal.addEventListener("abort", () => stream.destroy(signal.reason as Error), { once: true });
    return stream;
  };
  const fromName = writtenName(destination.fromName).replaceAll(/\s+/g, " ");
  return {
    id: reportMailId(id),
    of: { tenant, shop },
    automatic: true,
    ...(fromName === "" ? {} : { fromName }),
    ...(destination.replyTo === "" ? {} : { replyTo: destination.replyTo }),
    ...mailWords(destination, of, attached ? { as: "file" } : link),
    date: new Date(createdAt),
    ...(attached ? { attachments: [{ name: file.name, contentType: file.contentType, content }] } : {}),
  };
};

const has = (reached: number, all: number): string =>
  `${reached} of ${all} recipients ${reached === 1 ? "has" : "have"} the report.`;

/** Spam filters learn, so another try in an hour may help. */
const inAnHour = (now: Date): string => new Date(now.getTime() + 3_600_000).toISOString();

/** Why nobody has it, or some have it and others may still get it. */
const asFailure = (error: unknown, { reached, all, now }: { reached: number; all: number; now: Date }): unknown => {
  const so = reached === 0 ? "" : `${has(reached, all)} For the others: `;
  if (error instanceof MailRefused && error.because === "content") {
    const sentence = `${so}The mail server refused the content of this mail (${error.code}). Send the report as a link, or choose another destination.`;
    return new DeliveryFailed("temporary", sentence, { reached, notBefore: inAnHour(now) });
  }
  if (error instanceof MailRefused)
    return new DeliveryFailed("lasting", "The mail server refused all recipients for good. Check their addresses.");
  if (error instanceof MailUnavailable)
    return new DeliveryFailed(
      "temporary",
      error.ours
        ? `${so}Our mail server couldn't send the mail now. The fault is on our side, so you needn't change anything.`
        : `${so}The recipients' mail server isn't accepting mail for them now.`,
      { reached },
    );
  return error;
};

/** The mail server has nothing of this try, as far as is known. */
const saidNo = (error: unknown): boolean =>
  error instanceof MailRefused || (error instanceof MailUnavailable && error.notTaken);

/** Some may still get it: who, by their places in the list, as addresses stand in no reason. */
const notYet = (places: readonly number[], reached: number, all: number): DeliveryFailed =>
  new DeliveryFailed(
    "temporary",
    `${has(reached, all)} The mail server refused recipient ${places.map((place) => place + 1).join(", ")} of your list for now.`,
    { reached },
  );

/** How the mail stands with one recipient. */
type Fate = "open" | "reached" | "refused";

/** How a try went for those it was for. */
const fatesAfter = (only: readonly string[], { refused }: Pick<MailTaken, "refused">): Map<string, Fate> => {
  const missed = new Map(refused.map(({ address, forGood }) => [address.toLowerCase(), forGood]));
  return new Map(
    only.map((one) => {
      const forGood = missed.get(one.toLowerCase());
      return [one, forGood === undefined ? "reached" : forGood ? "refused" : "open"];
    }),
  );
};

/**
 * Sends reports by e-mail: as a file, or as a link where the merchant wants that or it is too large. Delivered is what somebody has and nobody
 * may still get; who was refused for good stands in the receipt.
 */
export const createEmail = ({ mail, notes, receipts, clock, attachmentMaxMb, patience }: EmailOptions) => {
  const fatesBefore = (id: string, recipients: readonly string[], note: Note | undefined): Map<string, Fate> => {
    const [reached, refused] = note?.stage === "partly" ? [note.reached, note.refused] : [[], []];
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
    const fates = fatesBefore(id, recipients, await notes.read(id));
    const those = (fate: Fate) => recipients.filter((one) => fates.get(one) === fate);
    const places = (fate: Fate) => recipients.flatMap((one, place) => (fates.get(one) === fate ? [place] : []));
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
      return receipts.confirm(id, said, signal);
    };
    const only = those("open");
    if (only.length === 0) return receipt("All recipients have it.", true);

    const keys = (fate: Fate) => those(fate).map((one) => keyOf(id, one));
    const partly = () => ({ stage: "partly" as const, reached: keys("reached"), refused: keys("refused") });
    await notes.write(id, { ...partly(), by: receipts.by });
    const send = () =>
      withDeadline({ asked: signal, ms: patience.wholeMs, who: "Our mail server" }, (until) =>
        mail.send({ ...messageOf(delivery, attachmentMaxMb, until), to: recipients, only }),
      );
    const before = those("reached").length;
    let answer: string;
    try {
      const taken = await steps.take("handed over", send, saidNo);
      for (const [one, fate] of fatesAfter(only, taken)) fates.set(one, fate);
      answer = taken.answer;
    } catch (error) {
      const isRefusedForGood = error instanceof MailRefused && error.because === "recipient";
      if (before === 0 || !isRefusedForGood)
        throw asFailure(error, { reached: before, all: recipients.length, now: clock.wall() });
      // Those who were left are refused for good; the others have it.
      for (const one of only) fates.set(one, "refused");
      answer = "";
    }
    if (places("open").length === 0) return receipt(answer, false);
    await receipts.keep(id, partly(), signal);
    throw notYet(places("open"), those("reached").length, recipients.length);
  };
};
