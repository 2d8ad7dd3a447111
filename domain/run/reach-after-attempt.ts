import { DestinationKind } from "../enumerations.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { RunDataOf, RunReceipt } from "./events.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";
import type { ExistingRun } from "./state.ts";

type RunReach = Pick<ExistingRun, "arrived" | "listed" | "holders" | "missed" | "doubted">;
type BeforeAttempt = Pick<ExistingRun, "status" | "delivery"> & RunReach;

const without = (list: readonly string[], others: readonly string[]): string[] =>
  list.filter((one) => !others.includes(one));
/** Unites both lists, each item once. */
export const together = (list: readonly string[], others: readonly string[]): string[] => [
  ...new Set([...list, ...others]),
];

/** Finds refused recipients that may have the mail from an earlier attempt. */
export const findUnsureRefusals = ({ doubted }: Pick<RunReach, "doubted">, refused: readonly string[] = []): string[] =>
  refused.filter((reference) => doubted.includes(reference));

/**
 * Counts everybody who was on the list; null if nobody has or may have the mail. `reached`: those who certainly have
 * it, as not all are known by name.
 */
const countReach = (
  reached: number,
  { listed, holders, missed, doubted }: Omit<RunReach, "arrived">,
): MailReach | null => {
  const recipients = Math.max(listed.length, reached);
  const open = without(doubted, holders).length;
  const unsure = open > 0 && reached < recipients;
  if (reached === 0 && !unsure) return null;
  // Those in doubt may have it certainly, so at least the missed ones lack it.
  const refused = unsure ? Math.max(recipients - reached - open, missed.length) : missed.length;
  return { reached, recipients, ...(refused > 0 && { refused }), ...(unsure && { unsure }) };
};

type Failed = Pick<
  RunDataOf<"DeliveryFailed">,
  "kind" | "steps" | "sentNothing" | "reached" | "newlyReached" | "refused" | "unsendable" | "inDoubt"
>;

/** Counts those who certainly have the mail. Old events and lost workers tell only a number. */
const countReached = (
  { arrived, holders }: Pick<RunReach, "arrived" | "holders">,
  recipients: readonly string[],
  { reached, newlyReached }: Pick<Failed, "reached" | "newlyReached">,
): number => {
  const before = arrived?.reached ?? 0;
  if (!newlyReached) return Math.max(before, reached);
  const known = together(holders, newlyReached);
  const unnamed = reached - known.filter((one) => recipients.includes(one)).length;
  return Math.max(before + known.length - holders.length, known.length + unnamed);
};

/**
 * Returns who has, may have and surely lacks the mail. An attempt whose answer was lost leaves its whole list in doubt
 * unless it names them; then those in doubt before may be certain now. A try given up early leaves nobody. Files of
 * other destinations have no recipients to ask.
 */
export const reachAfterFailure = (state: BeforeAttempt, failed: Failed): RunReach => {
  const { status, delivery, arrived, listed } = state;
  const { inDoubt, newlyReached = [] } = failed;
  const recipients = delivery?.recipients ?? [];
  const holders = together(state.holders, newlyReached);
  const isUnsure = status === "delivering" && delivery !== null && mayHaveArrived(delivery, failed);
  const unreachable = [...(failed.refused ?? []), ...(failed.unsendable ?? [])];
  // Recipients of an earlier list may still have it.
  const stillDoubted = inDoubt ? together(without(state.doubted, recipients), inDoubt) : state.doubted;
  const missed = together(without(state.missed, holders), without(unreachable, stillDoubted));
  const doubted = inDoubt || !isUnsure ? stillDoubted : together(stillDoubted, without(recipients, missed));
  const reach = { listed, holders, missed, doubted };
  if (delivery?.destination !== DestinationKind.Email) return { arrived, ...reach };
  return { arrived: countReach(countReached(state, recipients, failed), reach), ...reach };
};

/** Counts who has, or may have, a confirmed mail: of its list (`recipients`) and of those off it now. */
export const reachAfterConfirmation = (
  before: RunReach,
  recipients: readonly string[],
  { refused = [], unsendable = [], newlyReached }: Pick<RunReceipt, "refused" | "unsendable" | "newlyReached">,
): MailReach => {
  const missed = [...refused, ...unsendable];
  const took = without(recipients, missed);
  const reached = countReached(before, took, { reached: took.length, ...(newlyReached && { newlyReached }) });
  const doubted = without(before.doubted, took);
  const listed = together([...before.holders, ...doubted], recipients);
  const reach = countReach(reached, { listed, holders: together(before.holders, took), missed, doubted });
  return reach ?? { reached, recipients: listed.length };
};

/**
 * Like {@link reachAfterFailure}, after the next attempt began. If the running one's worker was lost (`isLost`: the
 * event doesn't clear it), anybody may have the mail but those missed.
 */
export const reachAfterStart = (
  { status, delivery, arrived, missed, ...before }: BeforeAttempt,
  { recipients, previousReached = 0 }: Pick<RunDataOf<"DeliveryStarted">, "recipients" | "previousReached">,
  isLost: boolean,
): RunReach => {
  const isRunning = status === "delivering" && delivery !== null;
  const { holders } = before;
  const lost = isRunning && isLost ? without(delivery.recipients, [...missed, ...holders]) : [];
  const doubted = together(before.doubted, lost);
  const reached = Math.max(arrived?.reached ?? 0, isRunning ? previousReached : 0);
  const reach = { listed: together(before.listed, recipients), holders, missed, doubted };
  return { arrived: countReach(reached, reach), ...reach };
};
