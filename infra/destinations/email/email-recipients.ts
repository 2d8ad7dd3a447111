import { createHash } from "node:crypto";
import { toCanonicalAddress } from "#domain/privacy/canonical-address.ts";
import type { RefusedRecipient } from "../../ports/mail.ts";
import { countLostAnswers, type HandoverProgress } from "../delivery-progress.ts";

/** Mails that a recipient is sent at most if each answer is lost. */
const maxLostAnswers = 2;

/** Hashes a recipient's address, so that the key doesn't reveal it. */
const hashAddress = (id: string, address: string): string =>
  createHash("sha256").update(`${id}\n${address.toLowerCase()}`).digest("base64url").slice(0, 22);

/** Returns a recipient's key: the same for each spelling, unless an earlier version recorded one as it was typed. */
const keyOf = (id: string, address: string, before: HandoverProgress | undefined): string => {
  const typed = hashAddress(id, address);
  const { reached = [], refused = [], lostAnswers = {} } = before ?? {};
  const isRecorded = [...reached, ...refused, ...Object.keys(lostAnswers)].includes(typed);
  return isRecorded ? typed : hashAddress(id, toCanonicalAddress(address));
};

type Recipient = {
  address: string;
  key: string;
  outcome: "open" | "reached" | "refused";
  /** Refused because the mail server can't take the address, which it wasn't asked about. */
  isUnsendable: boolean;
  /** Mails sent whose answer was lost. */
  lostAnswers: number;
};

/** Status of a mail's recipients. Lists have indexes into the destination's list, from 0. */
export type RecipientsStatus = {
  all: number;
  /** Number of recipients that certainly have the mail. */
  reached: number;
  /** Those of them that this try reached. */
  newlyReached: readonly number[];
  /** Refused for good by the mail server. */
  refused: readonly number[];
  /** The mail server can't be asked about them. */
  unsendable: readonly number[];
  /** May be sent the mail now or later. */
  askable: readonly number[];
  /** Neither reached nor refused, but two answers were lost, so they are never asked again. */
  spent: readonly number[];
  /** May have the mail, as an answer was lost. */
  inDoubt: readonly number[];
  /** True if nobody else may have the mail. False without a record of earlier tries, or with one that names nobody. */
  isDoubtKnown: boolean;
};

/** Creates a delivery's recipients, as the record of earlier tries left them. `id`: the delivery's. */
export const createMailRecipients = (
  id: string,
  addresses: readonly string[],
  before: HandoverProgress | undefined,
) => {
  const recipients = addresses.map((address): Recipient => {
    const key = keyOf(id, address, before);
    const outcome = before?.reached.includes(key) ? "reached" : before?.refused.includes(key) ? "refused" : "open";
    const isUnsendable = before?.unsendable?.includes(key) ?? false;
    return { address, key, outcome, isUnsendable, lostAnswers: countLostAnswers(before, key) };
  });
  const isAskable = ({ outcome, lostAnswers }: Recipient) => outcome === "open" && lostAnswers < maxLostAnswers;
  const isInDoubt = ({ outcome, lostAnswers }: Recipient) => outcome !== "reached" && lostAnswers > 0;
  const placesOf = (is: (one: Recipient) => boolean) => recipients.flatMap((one, index) => (is(one) ? [index] : []));
  const keysOf = (is: (one: Recipient) => boolean) => recipients.filter(is).map(({ key }) => key);
  const among = (some: readonly string[]) => {
    const wanted = new Set(some.map(toCanonicalAddress));
    return recipients.filter(({ address }) => wanted.has(toCanonicalAddress(address)));
  };

  const markUnsendable = (some: readonly string[]): void => {
    for (const one of among(some)) {
      one.outcome = "refused";
      one.isUnsendable = true;
    }
  };
  const markRefused = (refused: readonly RefusedRecipient[]): void => {
    for (const one of among(refused.flatMap(({ address, forGood }) => (forGood ? [address] : []))))
      one.outcome = "refused";
  };
  return {
    /** Addresses that may be sent the mail now. */
    askable: (): string[] => recipients.filter(isAskable).map(({ address }) => address),
    status: (): RecipientsStatus => {
      const inDoubt = placesOf(isInDoubt);
      // Records of earlier versions count lost answers for all recipients together.
      const isNamed = before?.unanswered === undefined;
      return {
        all: recipients.length,
        reached: placesOf(({ outcome }) => outcome === "reached").length,
        newlyReached: placesOf(({ outcome, key }) => outcome === "reached" && !before?.reached.includes(key)),
        refused: placesOf(({ outcome, isUnsendable }) => outcome === "refused" && !isUnsendable),
        unsendable: placesOf(({ isUnsendable }) => isUnsendable),
        askable: placesOf(isAskable),
        spent: placesOf((one) => one.outcome === "open" && !isAskable(one)),
        inDoubt,
        isDoubtKnown: isNamed && (before !== undefined || inDoubt.length > 0),
      };
    },
    markUnsendable,
    /** Marks recipients whom a mail server refused for good without taking the mail for anybody. */
    markAllRefused: (asked: readonly string[]) => markRefused(asked.map((address) => ({ address, forGood: true }))),
    /** Marks who got a mail that the server took. */
    markTaken: (asked: readonly string[], refused: readonly RefusedRecipient[]): void => {
      const missed = among(refused.map(({ address }) => address));
      for (const one of among(asked)) if (!missed.includes(one)) one.outcome = "reached";
      markRefused(refused);
      markUnsendable(refused.flatMap(({ address, letters }) => (letters ? [address] : [])));
    },
    /** Marks who may have got a mail whose answer was lost. It wasn't sent to those refused in it. */
    markLost: (asked: readonly string[], refused: readonly RefusedRecipient[]): void => {
      const missed = among(refused.map(({ address }) => address));
      for (const one of among(asked)) if (!missed.includes(one)) one.lostAnswers += 1;
      markRefused(refused);
    },
    /** Makes the record for later tries. `pending`: addresses whose mail is about to be sent. */
    toProgress: (pending: readonly string[] = []): HandoverProgress => {
      const sent = among(pending).filter(isAskable);
      const lost = recipients.map((one) => [one.key, one.lostAnswers + (sent.includes(one) ? 1 : 0)] as const);
      const lostAnswers = { ...before?.lostAnswers, ...Object.fromEntries(lost.filter(([, count]) => count > 0)) };
      const unsendable = keysOf(({ isUnsendable }) => isUnsendable);
      // Those off the list now may be added again.
      const together = (earlier: readonly string[] = [], now: readonly string[]) => [...new Set([...earlier, ...now])];
      return {
        stage: "partly",
        reached: together(
          before?.reached,
          keysOf(({ outcome }) => outcome === "reached"),
        ),
        refused: together(
          before?.refused,
          keysOf(({ outcome }) => outcome === "refused"),
        ),
        ...(unsendable.length > 0 && { unsendable }),
        ...(Object.keys(lostAnswers).length > 0 && { lostAnswers }),
        ...(before?.unanswered !== undefined && { unanswered: before.unanswered }),
      };
    },
  };
};

export type MailRecipients = ReturnType<typeof createMailRecipients>;
