import { type Refusal, refuse } from "../core/decider.ts";
import type { Decision } from "./claim.ts";
import type { CommandOf } from "./commands.ts";
import { isByHand, type LedgerEvent, type OrderLeftOut, type RunOutcome } from "./events.ts";
import { isAfter } from "./slot.ts";
import { type LedgerState, type OpenRun, openRunOf, settlementOf } from "./state.ts";
import { maxFailedTries, retryAtAfter } from "./tries.ts";

const settled = (
  { cause, slot, run }: OpenRun,
  outcome: RunOutcome,
  reason: string | null,
  without: readonly OrderLeftOut[] = [],
): LedgerEvent => {
  const data = { slot, run, outcome, reason, ...(without.length > 0 && { without }) };
  return cause === "slot" ? { type: "SlotSettled", data } : { type: "ExtraRunSettled", data: { cause, ...data } };
};

const unknown = (run: string): Refusal =>
  refuse("unknown", `The run ${run} is not open here. Read how it ended from its own stream.`);

/**
 * Tells if the next try of an open run is its last one: a failure would suspend the report, or the run has one try. A lasting failure may end the
 * run sooner, which can't be foreseen.
 */
export const isLastTry = (state: LedgerState, { cause }: Pick<OpenRun, "cause">): boolean =>
  isByHand(cause) || cause === "retry" || (state.suspended === null && state.failedTries + 1 >= maxFailedTries);

/**
 * A try has failed: the run is tried again later, or ends as failed when that is of no use. The fifth failure in a row suspends; a
 * retry has one try, and leaves the report as suspended as it was. A run by hand counts for nothing.
 */
export const failTry = (command: CommandOf<"FailTry">, state: LedgerState): Decision => {
  const { run, kind, reason, notBefore, context } = command;
  const open = openRunOf(state, run);
  if (!open) return settlementOf(state, run) ? [] : unknown(run);
  if (command.try <= open.failures) return [];
  if (command.try > open.failures + 1)
    return refuse("rule", `Try ${open.failures + 1} of the run ${run} is next. Report that one first.`);
  if (isByHand(open.cause)) return [settled(open, "failed", reason)];
  const failedTries = state.failedTries + 1;
  const suspends = state.suspended === null && failedTries >= maxFailedTries;
  const ends = kind === "lasting" || suspends || open.cause === "retry";
  const retryAt = ends ? null : retryAtAfter(open.failures + 1, context.instant, notBefore);
  const failed: LedgerEvent = {
    type: "TryFailed",
    data: { run, try: command.try, kind, reason, failedTries, retryAt },
  };
  if (!ends) return [failed];
  if (!suspends) return [failed, settled(open, "failed", reason)];
  const firstFailure = state.firstFailure ?? { at: context.instant, reason };
  return [
    failed,
    settled(open, "failed", reason),
    { type: "Suspended", data: { slot: open.slot, period: open.period, run, failedTries, reason, firstFailure } },
  ];
};

/** Makes the next try due now, for a merchant who has fixed the cause. A try that is due or under way is not begun twice. */
export const tryNow = ({ context: { instant } }: CommandOf<"TryNow">, { open }: LedgerState): Decision => {
  if (!open || open.retryAt === null)
    return refuse("rule", "This report isn't waiting for another try. Reload the page to see how it stands.");
  const { run, failures, retryAt } = open;
  return isAfter(retryAt, instant)
    ? [{ type: "TryBroughtForward", data: { run, try: failures + 1, retryAt: instant } }]
    : [];
};

/** Delivered, or nothing to deliver. What the ledger says first stays. */
export const settle = ({ run, outcome, without }: CommandOf<"Settle">, state: LedgerState): Decision => {
  const open = openRunOf(state, run);
  if (open) return [settled(open, outcome, null, without)];
  const known = settlementOf(state, run);
  if (!known) return unknown(run);
  return known.outcome === outcome
    ? []
    : refuse("rule", `The run ${run} is settled as ${known.outcome}. End it with that outcome.`);
};
