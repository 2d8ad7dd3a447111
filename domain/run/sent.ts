import type { DestinationKind } from "../enumerations.ts";
import type { RunEvent } from "./events.ts";

/** An event of a run with its instant, ISO UTC. */
export type DatedRunEvent = RunEvent & { instant: string };

/**
 * What became of a run's file outside of Sheaf. `recipients`: references to the vault, of an e-mail alone. `place`: the receiver in its own
 * words ('2 recipients', 'ftp.example, /in/Orders.csv', a host). `certain`: the receiver confirmed it. Else an e-mail reached `reached` of the
 * recipients before it failed; or its worker was lost, and nobody knows (`reached` null).
 */
export type Sent = {
  at: string;
  destination: DestinationKind;
  recipients: readonly string[];
  place: string | null;
  certain: boolean;
  reached: number | null;
};

type Begun = Extract<DatedRunEvent, { type: "DeliveryStarted" }>;

/**
 * Where the file of a run went, by its events; undefined where nobody has it. All tries go to one receiver, under one id: what was confirmed
 * covers what was begun before. A try that failed left nothing behind, but for an e-mail's recipients whom it reached.
 */
export const sentBy = (events: readonly DatedRunEvent[]): Sent | undefined => {
  const begun = events.filter((event): event is Begun => event.type === "DeliveryStarted");
  const newest = begun.at(-1);
  if (!newest) return undefined;
  const confirmed = events.find((event) => event.type === "DeliveryConfirmed");
  if (confirmed?.type === "DeliveryConfirmed") {
    const { receipt } = confirmed.data;
    const of = begun.find(({ data }) => data.attempt === confirmed.data.attempt && data.try === confirmed.data.try);
    const { destination, recipients } = (of ?? newest).data;
    const refused = new Set(receipt.refused);
    const reached = recipients.filter((reference) => !refused.has(reference));
    return { at: receipt.at, destination, recipients: reached, place: receipt.to, certain: true, reached: null };
  }
  const { destination, recipients } = newest.data;
  const failed = events.filter((event) => event.type === "DeliveryFailed");
  const most = failed.toSorted((one, other) => other.data.reached - one.data.reached)[0];
  if (most && most.data.reached > 0)
    return { at: most.instant, destination, recipients, place: null, certain: false, reached: most.data.reached };
  const isOpen = ({ data }: Begun) =>
    !failed.some((one) => one.data.try === data.try && one.data.attempt === data.attempt);
  const lost = begun.findLast(isOpen);
  return lost && { at: lost.instant, destination, recipients, place: null, certain: false, reached: null };
};
