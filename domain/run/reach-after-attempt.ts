import { DestinationKind } from "../enumerations.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { RunDataOf } from "./events.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";
import type { ExistingRun, RunDelivery } from "./state.ts";

type RunReach = Pick<ExistingRun, "arrived" | "missed" | "doubted">;
type BeforeAttempt = Pick<ExistingRun, "status" | "delivery"> & RunReach;

const without = (list: readonly string[], others: readonly string[]): string[] =>
  list.filter((one) => !others.includes(one));
const together = (list: readonly string[], others: readonly string[]): string[] => [...new Set([...list, ...others])];

/** Returns the refused recipients that may have the mail from an earlier attempt. */
export const findUnsureRefusals = ({ doubted }: Pick<RunReach, "doubted">, refused: readonly string[] = []): string[] =>
  refused.filter((reference) => doubted.includes(reference));

/**
 * Adds an attempt to who has or may have a run's mail; null if nobody is known. `lacking`: number of recipients that
 * surely don't have it. `isUnsure`: others may have it by this attempt. Files of other destinations have no recipients
 * to ask.
 */
const addReach = (
  known: MailReach | null,
  { destination, recipients }: Pick<RunDelivery, "destination" | "recipients">,
  { reached, lacking, isUnsure }: { reached: number; lacking: number; isUnsure: boolean },
): MailReach | null => {
  if (destination !== DestinationKind.Email || (reached === 0 && !isUnsure)) return known;
  const unsure = isUnsure || known?.unsure === true;
  return {
    reached: Math.max(reached, known?.reached ?? 0),
    recipients: recipients.length,
    ...(lacking > 0 && { refused: lacking }),
    ...(unsure && { unsure }),
  };
};

type Failed = Pick<
  RunDataOf<"DeliveryFailed">,
  "kind" | "steps" | "sentNothing" | "reached" | "refused" | "unsendable" | "inDoubt"
>;

/** Returns the same after a failure that tells who is in doubt. Those in doubt before may be certain now. */
const reachIfTold = (
  { arrived, missed, doubted }: RunReach,
  delivery: RunDelivery,
  { reached, inDoubt, unreachable }: { reached: number; inDoubt: readonly string[]; unreachable: readonly string[] },
): RunReach => {
  const { recipients } = delivery;
  // Recipients of an earlier list may still have it.
  const doubtedNow = together(without(doubted, recipients), inDoubt);
  const missedNow = together(missed, without(unreachable, doubtedNow));
  const isUnsure = doubtedNow.length > 0;
  const others = recipients.length - Math.max(reached, arrived?.reached ?? 0) - inDoubt.length;
  const certain = arrived && arrived.reached > 0 ? { reached: arrived.reached, recipients: arrived.recipients } : null;
  const lacking = isUnsure ? others : missedNow.length;
  return {
    arrived: addReach(certain, delivery, { reached, lacking, isUnsure }),
    missed: missedNow,
    doubted: doubtedNow,
  };
};

/**
 * Returns who has, may have and surely lacks the mail after a failed delivery. An attempt whose answer was lost leaves
 * its whole list in doubt unless it tells who. A try given up early leaves nobody.
 */
export const reachAfterFailure = (state: BeforeAttempt, failed: Failed): RunReach => {
  const { status, delivery, arrived, missed, doubted } = state;
  const { reached, inDoubt } = failed;
  const unreachable = [...(failed.refused ?? []), ...(failed.unsendable ?? [])];
  if (delivery && inDoubt) return reachIfTold(state, delivery, { reached, inDoubt, unreachable });
  const missedNow = together(missed, without(unreachable, doubted));
  if (!delivery) return { arrived, missed: missedNow, doubted };
  const isUnsure = status === "delivering" && mayHaveArrived(delivery, failed);
  return {
    arrived: addReach(arrived, delivery, { reached, lacking: missedNow.length, isUnsure }),
    missed: missedNow,
    doubted: isUnsure ? together(doubted, without(delivery.recipients, missedNow)) : doubted,
  };
};

/**
 * Returns the same after the next attempt began. If the worker of the running one was lost, anybody may have the mail
 * but those missed, unless the event says otherwise. `isLost`: it doesn't.
 */
export const reachAfterStart = (
  { status, delivery, arrived, missed, doubted }: BeforeAttempt,
  { recipients, previousReached: reached = 0 }: Pick<RunDataOf<"DeliveryStarted">, "recipients" | "previousReached">,
  isLost: boolean,
): RunReach => {
  // A recipient may be off the list by now.
  const stillMissed = missed.filter((reference) => recipients.includes(reference));
  if (status !== "delivering" || !delivery) return { arrived, missed: stillMissed, doubted };
  return {
    arrived: addReach(arrived, delivery, { reached, lacking: stillMissed.length, isUnsure: isLost }),
    missed: stillMissed,
    doubted: isLost ? together(doubted, without(delivery.recipients, missed)) : doubted,
  };
};
