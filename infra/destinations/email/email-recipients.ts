import { createHash } from "node:crypto";
import { toCanonicalAddress } from "#domain/privacy/canonical-address.ts";
import type { RefusedRecipient } from "../../ports/mail.ts";
import { countLostAnswers, type HandoverProgress } from "../delivery-progress.ts";

/** Most mails to one recipient if each response is lost. */
const maxLostAnswers = 2;

const hashAddress = (id: string, address: string): string =>
  createHash("sha256").update(`${id}\n${address.toLowerCase()}`).digest("base64url").slice(0, 22);

/**
 * Key of a recipient, the same for all spellings unless an earlier version recorded one as typed. Reveals no address.
 */
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
  /** True if the mail server can't take the address, and so wasn't asked. */
  isUnsendable: boolean;
  lostAnswers: number;
};

/** Lists have indexes into the destination's list, from 0. */
export type RecipientsStatus = {
  all: number;
  /** Number of recipients that certainly have the mail. */
  reached: number;
  newlyReached: readonly number[];
  /** Recipients refused for good. */
  refused: readonly number[];
  /** Recipients whose addresses the mail server can't take. */
  unsendable: readonly number[];
  /** Recipients that may be sent the mail, now or later. */
  askable: readonly number[];
  /** Recipients neither reached nor refused, for whom two responses were lost. */
  spent: readonly number[];
  inDoubt: readonly number[];
  /** True if no other recipients may have the mail. False if no record of earlier tries names its recipients. */
  isDoubtKnown: boolean;
};

/** Recipients of the delivery `id`, as earlier tries left them. */
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
    askable: (): string[] => recipients.filter(isAskable).map(({ address }) => address),
    status: (): RecipientsStatus => {
      const inDoubt = placesOf(isInDoubt);
      // Earlier versions count lost answers for all recipients together.
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
    /** The mail server took the mail for nobody. */
    markAllRefused: (asked: readonly string[]) => markRefused(asked.map((address) => ({ address, forGood: true }))),
    /** The server took the mail, but not for `refused`. */
    markTaken: (asked: readonly string[], refused: readonly RefusedRecipient[]): void => {
      const missed = among(refused.map(({ address }) => address));
      for (const one of among(asked)) if (!missed.includes(one)) one.outcome = "reached";
      markRefused(refused);
      markUnsendable(refused.flatMap(({ address, letters }) => (letters ? [address] : [])));
    },
    /** Records that the response was lost. The mail wasn't sent to `refused`. */
    markLost: (asked: readonly string[], refused: readonly RefusedRecipient[]): void => {
      const missed = among(refused.map(({ address }) => address));
      for (const one of among(asked)) if (!missed.includes(one)) one.lostAnswers += 1;
      markRefused(refused);
    },
    /** Progress for later tries. `pending`: addresses whose mail is about to be sent. */
    toProgress: (pending: readonly string[] = []): HandoverProgress => {
      const sent = among(pending).filter(isAskable);
      const lost = recipients.map((one) => [one.key, one.lostAnswers + (sent.includes(one) ? 1 : 0)] as const);
      const lostAnswers = { ...before?.lostAnswers, ...Object.fromEntries(lost.filter(([, count]) => count > 0)) };
      const unsendable = keysOf(({ isUnsendable }) => isUnsendable);
      // Recipients that are no longer on the list may be added again.
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
