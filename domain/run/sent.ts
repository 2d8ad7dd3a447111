import { DestinationKind } from "../enumerations.ts";
import type { RunEvent } from "./events.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";

/** An event of a run with its instant, ISO UTC. */
export type DatedRunEvent = RunEvent & { instant: string };

/**
 * What became of a run's file outside of Sheaf. `recipients`: references to the vault, of an e-mail alone. `place`: the receiver in its own
 * words ('2 recipients', 'ftp.example, /in/Orders.csv', a host). `certain`: the receiver confirmed it. Else an e-mail reached `reached` of the
 * recipients before it failed; or it may have reached them, and nobody knows (`reached` null).
 */
export type Sent = {
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
const isSame =
  ({ data }: OfAttempt) =>
  (other: OfAttempt): boolean =>
    other.data.try === data.try && other.data.attempt === data.attempt;

/**
 * Where the file of a run went, by its events; undefined where nobody has it. All tries go to one receiver, under one id: what was confirmed
 * covers what was begun before. A file is at a public link from the moment that the event says so, and before that nowhere.
 */
export const sentBy = (events: readonly DatedRunEvent[]): Sent | undefined => {
  const begun = ofType(events, "DeliveryStarted");
  const newest = begun.at(-1);
  if (!newest) return undefined;
  const [confirmed] = ofType(events, "DeliveryConfirmed");
  const failed = ofType(events, "DeliveryFailed");
  const { destination, recipients } = (confirmed && begun.find(isSame(confirmed)))?.data ?? newest.data;
  const isPublic = destination === DestinationKind.PublicUrl;
  const unsure = begun.findLast(
    (one) =>
      !isPublic && !(confirmed && isSame(confirmed)(one)) && mayHaveArrived(one.data, failed.find(isSame(one))?.data),
  );
  const unknown = { destination, recipients, place: null, certain: false, reached: null };
  if (confirmed) {
    const { at, to, published, refused = [] } = confirmed.data.receipt;
    if (isPublic && !published) return undefined;
    // Whoever was refused at last may have it by a try before.
    if (refused.length > 0 && unsure) return { at, ...unknown };
    const reached = recipients.filter((reference) => !refused.includes(reference));
    return { at, destination, recipients: reached, place: to, certain: true, reached: null };
  }
  if (unsure) return { at: unsure.instant, ...unknown };
  const most = failed.toSorted((one, other) => other.data.reached - one.data.reached)[0];
  return most && most.data.reached > 0 ? { at: most.instant, ...unknown, reached: most.data.reached } : undefined;
};
