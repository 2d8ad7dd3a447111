import { DestinationKind } from "../enumerations.ts";
import type { RunDataOf, RunEvent } from "./events.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";

/** `instant`: ISO UTC. */
export type DatedRunEvent = RunEvent & { instant: string };

/**
 * Receivers of a run's file outside of Sheaf. `recipients`: vault references, for e-mail only. `place`: such as '2
 * recipients', 'ftp.example, /in/Orders.csv', or a host; null if unknown. `certain`: the receiver confirmed. Otherwise
 * an e-mail reached `reached` of its recipients before it failed, or null if unknown.
 */
export type Disclosure = {
  at: string;
  destination: DestinationKind;
  recipients: readonly string[];
  place: string | null;
  certain: boolean;
  reached: number | null;
};

type Dated<Type extends RunEvent["type"]> = Extract<DatedRunEvent, { type: Type }>;
const ofType = <Type extends RunEvent["type"]>(events: readonly DatedRunEvent[], type: Type): Dated<Type>[] =>
  events.filter((event): event is Dated<Type> => event.type === type);

/** The host that an attempt called; undefined for e-mail, public links and if unknown. */
export type HostOf = (begun: RunDataOf<"DeliveryStarted">) => string | undefined;

type OfAttempt = { data: { try: number; attempt: number } };
const isSameAttempt =
  ({ data }: OfAttempt) =>
  (other: OfAttempt): boolean =>
    other.data.try === data.try && other.data.attempt === data.attempt;

const isKnownUnsent = (begun: readonly Dated<"DeliveryStarted">[], { data }: OfAttempt): boolean =>
  begun.some(
    ({ data: next }) => next.previousSentNothing && next.try === data.try && next.attempt === data.attempt + 1,
  );

/** `reached`: e-mail recipients that have it by then. */
type Attempt = Pick<Disclosure, "at" | "destination" | "recipients"> & {
  reached: number;
  host: string | undefined;
  /** Recipients it reached; undefined if only their number is known. */
  newlyReached?: readonly string[] | undefined;
  isUnsure: boolean;
  /** Recipients that may have it, if unsure: those that the attempt names, or else all. */
  doubted: readonly string[];
  /** Recipients not reached, for good. */
  missed: readonly string[];
};

const attemptsOf = (
  events: readonly DatedRunEvent[],
  confirmed: Dated<"DeliveryConfirmed"> | undefined,
  hostOf: HostOf,
): Attempt[] => {
  const startedEvents = ofType(events, "DeliveryStarted");
  const failedEvents = ofType(events, "DeliveryFailed");
  return startedEvents.map((one) => {
    const { destination, recipients } = one.data;
    const host = hostOf(one.data);
    if (confirmed && isSameAttempt(confirmed)(one)) {
      const { at, refused = [], unsendable = [] } = confirmed.data.receipt;
      const missed = [...refused, ...unsendable];
      return { at, destination, recipients, reached: 0, host, ...certain, missed };
    }
    const failed = failedEvents.find(isSameAttempt(one));
    const isUnsure =
      destination !== DestinationKind.PublicUrl &&
      !isKnownUnsent(startedEvents, one) &&
      mayHaveArrived(one.data, failed?.data);
    const missed = [...(failed?.data.refused ?? []), ...(failed?.data.unsendable ?? [])];
    const at = isUnsure ? one.instant : (failed?.instant ?? one.instant);
    const doubted = isUnsure ? (failed?.data.inDoubt ?? recipients) : [];
    const { reached = 0, newlyReached } = failed?.data ?? {};
    return { at, destination, recipients, reached, host, newlyReached, isUnsure, doubted, missed };
  });
};

/** Finds recipients that an attempt missed before any doubt. */
const surelyMissed = (attempts: readonly Attempt[]): ReadonlySet<string> => {
  const [missed, doubted] = [new Set<string>(), new Set<string>()];
  for (const attempt of attempts) {
    for (const one of attempt.missed) if (!doubted.has(one)) missed.add(one);
    for (const one of attempt.doubted) if (!missed.has(one)) doubted.add(one);
  }
  return missed;
};

const toHostKey = (destination: DestinationKind, host: string | undefined): string => `${destination} ${host ?? ""}`;

const certain = { isUnsure: false, doubted: [] } as const;

/** Recipients reached before a worker was lost: the next attempt has only their number. */
const reachedBeforeLoss = (events: readonly DatedRunEvent[]): Attempt[] => {
  const startedEvents = ofType(events, "DeliveryStarted");
  return startedEvents.flatMap(({ instant, data: { previousReached: reached = 0 } }, index) => {
    const recipients = [...new Set(startedEvents.slice(0, index).flatMap(({ data }) => data.recipients))];
    return reached === 0
      ? []
      : [
          {
            at: instant,
            destination: DestinationKind.Email,
            recipients,
            reached,
            host: undefined,
            ...certain,
            missed: [],
          },
        ];
  });
};

const confirmedDisclosure = (
  { data: { receipt } }: Dated<"DeliveryConfirmed">,
  { destination, recipients }: Pick<Attempt, "destination" | "recipients">,
): Disclosure[] => {
  const { at, to, published, refused = [], unsendable = [] } = receipt;
  if (destination === DestinationKind.PublicUrl && !published) return [];
  const reached = recipients.filter((reference) => ![...refused, ...unsendable].includes(reference));
  return [{ at, destination, recipients: reached, place: to, certain: true, reached: null }];
};

/** Names each recipient once. */
const reachedDisclosures = (attempts: readonly Attempt[], named: Set<string>): Disclosure[] =>
  attempts.flatMap(({ at, destination, recipients: all, newlyReached = [] }) => {
    const recipients = newlyReached.filter((one) => !named.has(one));
    for (const one of recipients) named.add(one);
    const place = `${recipients.length} of ${all.length} recipients`;
    return recipients.length === 0 ? [] : [{ at, destination, recipients, place, certain: true, reached: null }];
  });

/**
 * Derives the receivers from a run's events; the confirmed one comes first. A confirmation covers other attempts at its
 * kind of destination, except for their further e-mail recipients and other hosts. A public link has the file only once
 * the event says so.
 */
export const deriveDisclosures = (events: readonly DatedRunEvent[], hostOf: HostOf = () => undefined): Disclosure[] => {
  const startedEvents = ofType(events, "DeliveryStarted");
  const [confirmed] = ofType(events, "DeliveryConfirmed");
  const attempts = attemptsOf(events, confirmed, hostOf);
  const missed = surelyMissed(attempts);
  const confirmedBy = confirmed && (startedEvents.find(isSameAttempt(confirmed)) ?? startedEvents.at(-1));
  const disclosures = confirmedBy ? confirmedDisclosure(confirmed, confirmedBy.data) : [];
  const possible = [
    ...attempts.filter(({ isUnsure }) => isUnsure).toReversed(),
    ...[...attempts, ...reachedBeforeLoss(events)]
      .filter(({ reached, newlyReached }) => reached > 0 && newlyReached === undefined)
      .toSorted((one, other) => other.reached - one.reached),
  ];
  const named = new Set(disclosures.flatMap(({ recipients }) => recipients));
  disclosures.push(...reachedDisclosures(attempts, named));
  const hostsKnown = new Set(confirmedBy ? [toHostKey(confirmedBy.data.destination, hostOf(confirmedBy.data))] : []);
  for (const { at, destination, recipients, reached, host, isUnsure, doubted } of possible) {
    const left = (isUnsure ? doubted : recipients).filter((one) => !missed.has(one) && !named.has(one));
    const isKnown =
      destination === DestinationKind.Email ? left.length === 0 : hostsKnown.has(toHostKey(destination, host));
    if (isKnown) continue;
    hostsKnown.add(toHostKey(destination, host));
    const some = isUnsure ? left : recipients.filter((one) => !missed.has(one));
    for (const one of some) named.add(one);
    const who = { recipients: some, reached: isUnsure ? null : reached };
    disclosures.push({ at, destination, place: host ?? null, certain: false, ...who });
  }
  return disclosures;
};
