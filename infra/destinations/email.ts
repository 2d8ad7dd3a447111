import { createHash } from "node:crypto";
import { mailWords } from "#domain/destinations/mail-words.ts";
import { isEmailAddress } from "#domain/destinations/recipients.ts";
import type { Clock } from "../ports/clock.ts";
import { type Delivery, DeliveryFailed, type EmailDestination, type Receipt } from "../ports/destination.ts";
import { type Mail, type MailMessage, MailRefused, type MailTaken, MailUnavailable } from "../ports/mail.ts";
import { type Patience, withDeadline } from "./deadline.ts";
import { openIntact } from "./intact.ts";
import { confirm, type Note, type Notes } from "./notes.ts";
import type { Steps } from "./steps.ts";
import { secretPartsOf, withoutSecrets } from "./without-secrets.ts";

export type EmailOptions = {
  mail: Mail;
  notes: Notes;
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
  { id, file, title, period, zone, createdAt, test, destination }: Delivery<EmailDestination>,
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
  const of = { title, fileName: file.name, period, zone, test };
  const content = async () => {
    const { stream } = await openIntact(file);
    signal.addEventListener("abort", () => stream.destroy(signal.reason as Error), { once: true });
    return stream;
  };
  const fromName = destination.fromName.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return {
    id: `report-${id}`,
    ...(fromName === "" ? {} : { fromName }),
    ...(destination.replyTo === "" ? {} : { replyTo: destination.replyTo }),
    ...mailWords(destination, of, attached ? { as: "file" } : link),
    date: new Date(createdAt),
    ...(attached ? { attachments: [{ name: file.name, contentType: file.contentType, content }] } : {}),
  };
};

const has = (reached: number, all: number): string =>
  `${reached} of ${all} recipients ${reached === 1 ? "has" : "have"} the report.`;

const asFailure = (error: unknown, reached: number, all: number): unknown => {
  const so = reached === 0 ? "" : `${has(reached, all)} For the others: `;
  if (error instanceof MailRefused)
    return new DeliveryFailed(
      "lasting",
      `${so}The mail server refused the mail for good. Check the recipients' addresses.`,
      { reached },
    );
  if (error instanceof MailUnavailable)
    return new DeliveryFailed("temporary", `${so}Our mail server couldn't send the mail now.`, { reached });
  return error;
};

/** Some have it, some do not: who, by their places in the list, as addresses stand in no reason. */
const partly = (recipients: readonly string[], { refused }: MailTaken, reached: number): DeliveryFailed => {
  const without = new Set(refused.map(({ address }) => address.toLowerCase()));
  const places = recipients.flatMap((one, place) => (without.has(one.toLowerCase()) ? [place + 1] : []));
  const lasting = refused.every(({ forGood }) => forGood);
  const whom = `recipient ${places.join(", ")} of your list`;
  return new DeliveryFailed(
    lasting ? "lasting" : "temporary",
    `${has(reached, recipients.length)} The mail server refused ${whom}${lasting ? " for good. Check the address." : " for now."}`,
    { reached },
  );
};

/** Sends reports by e-mail: as a file, or as a link where the merchant wants that or it is too large. */
export const createEmail = ({ mail, notes, clock, attachmentMaxMb, patience }: EmailOptions) => {
  const reachedOf = (note: Note | undefined): Set<string> => new Set(note?.stage === "partly" ? note.reached : []);

  return async (delivery: Delivery<EmailDestination>, steps: Steps, signal: AbortSignal): Promise<Receipt> => {
    const { id, file, destination } = delivery;
    const { recipients, replyTo } = destination;
    if (recipients.length === 0 || ![...recipients, ...(replyTo === "" ? [] : [replyTo])].every(isEmailAddress))
      throw new DeliveryFailed(
        "lasting",
        "An e-mail address of the destination is none. Correct the recipients or the address for replies.",
      );
    const reached = reachedOf(await notes.read(id));
    const only = recipients.filter((one) => !reached.has(keyOf(id, one)));
    const receipt = (answer: string, before: boolean): Promise<Receipt> =>
      confirm(notes, id, {
        at: clock.wall().toISOString(),
        to: people(recipients.length),
        answer: withoutSecrets(answer, [...secretPartsOf(file.link), ...recipients]),
        steps: steps.taken,
        before,
      });
    if (only.length === 0) return receipt("All recipients have it.", true);

    const send = () =>
      withDeadline({ asked: signal, ms: patience.wholeMs, who: "Our mail server" }, (until) =>
        mail.send({ ...messageOf(delivery, attachmentMaxMb, until), to: recipients, only }),
      );
    const before = recipients.length - only.length;
    try {
      const taken = await steps.take("handed over", send);
      const missed = new Set(taken.refused.map(({ address }) => address.toLowerCase()));
      const now = only.filter((one) => !missed.has(one.toLowerCase()));
      if (now.length === only.length) return await receipt(taken.answer, false);
      await notes.write(id, { stage: "partly", reached: [...reached, ...now.map((one) => keyOf(id, one))] });
      throw partly(recipients, taken, before + now.length);
    } catch (error) {
      throw asFailure(error, before, recipients.length);
    }
  };
};
