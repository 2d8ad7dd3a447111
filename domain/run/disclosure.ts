import { DestinationKind } from "../enumerations.ts";
import type { RunEvent } from "./events.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";

/** A run's event with its instant, ISO UTC. */
export type DatedRunEvent = RunEvent & { instant: string };

/**
 * Receivers of a run's file outside of Sheaf. `recipients`: vault references, for e-mail only. `place`: the receiver as
 * text ('2 recipients', 'ftp.example, /in/Orders.csv', a host). `certain`: the receiver confirmed. Otherwise an e-mail
 * reached `reached` recipients before it failed, or null if nobody knows.
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

type OfAttempt = { data: { try: number; attempt: number } };
const isSameAttempt =
  ({ data }: OfAttempt) =>
  (other: OfAttempt): boolean =>
    other.data.try === data.try && other.data.attempt === data.attempt;

/** True if the attempt after this one says that this one handed nothing to the receiver. */
const isKnownUnsent = (begun: readonly Dated<"DeliveryStarted">[], { data }: OfAttempt): boolean =>
  begun.some(
    ({ data: next }) => next.previousSentNothing && next.try === data.try && next.attempt === data.attempt + 1,
  );

/**
 * Derives the receivers of a run's file from its events; undefined if none. All tries share one receiver and one id, so
 * a confirmation covers earlier attempts. A public link has the file only once the event says so.
 */
export const deriveDisclosure = (events: readonly DatedRunEvent[]): Disclosure | undefined => {
  const startedEvents = ofType(events, "DeliveryStarted");
  const newest = startedEvents.at(-1);
  if (!newest) return undefined;
  const [confirmed] = ofType(events, "DeliveryConfirmed");
  const failed = ofType(events, "DeliveryFailed");
  const { destination, recipients } = (confirmed && startedEvents.find(isSameAttempt(confirmed)))?.data ?? newest.data;
  const isPublic = destination === DestinationKind.PublicUrl;
  const unsure = startedEvents.findLast(
    (one) =>
      !isPublic &&
      !(confirmed && isSameAttempt(confirmed)(one)) &&
      !isKnownUnsent(startedEvents, one) &&
      mayHaveArrived(one.data, failed.find(isSameAttempt(one))?.data),
  );
  const unknown = { destination, recipients, place: null, certain: false, reached: null };
  if (confirmed) {
    const { at, to, published, refused = [] } = confirmed.data.receipt;
    if (isPublic && !published) return undefined;
    // A recipient refused now may have it from an earlier try.
    if (refused.length > 0 && unsure) return { at, ...unknown };
    const reached = recipients.filter((reference) => !refused.includes(reference));
    return { at, destination, recipients: reached, place: to, certain: true, reached: null };
  }
  if (unsure) return { at: unsure.instant, ...unknown };
  const some = [
    ...failed.map(({ instant, data }) => ({ at: instant, reached: data.reached })),
    ...startedEvents.map(({ instant, data }) => ({ at: instant, reached: data.previousReached ?? 0 })),
  ];
  const farthest = some.toSorted((one, other) => other.reached - one.reached)[0];
  return farthest && farthest.reached > 0 ? { ...unknown, ...farthest } : undefined;
};
