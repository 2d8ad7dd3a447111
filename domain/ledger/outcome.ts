import { type Refusal, refuse } from "../core/decider.ts";
import type { Decision } from "./claim.ts";
import type { CommandOf } from "./commands.ts";
import {
  isManual,
  isUncounted,
  type LedgerEvent,
  type OrderLeftOut,
  type RunOutcome,
  type UncountedKind,
} from "./events.ts";
import { addAdviceToAsk, addMailReach, type MailReach, readMailReach } from "./mail-reach.ts";
import { isAnyArrived } from "./missing.ts";
import { isAfter } from "./slot.ts";
import { findOpenRun, findSettlement, type LedgerState, type OpenRun } from "./state.ts";
import { addFailure, maxFailedTries, reasonAtEnd, retryAtAfter, retryAtUncounted } from "./tries.ts";

type RunEnd = {
  outcome: RunOutcome;
  reason: string | null;
  without?: readonly OrderLeftOut[];
  coveredByNext?: true;
  arrived?: MailReach | undefined;
};

const settleEvent = ({ cause, slot, run }: OpenRun, { without = [], arrived, ...ended }: RunEnd): LedgerEvent => {
  const data = { slot, run, ...ended, ...(without.length > 0 && { without }), ...(arrived && { arrived }) };
  return cause === "slot" ? { type: "SlotSettled", data } : { type: "ExtraRunSettled", data: { cause, ...data } };
};

const refuseUnknownRun = (run: string): Refusal =>
  refuse("unknown", `The run ${run} is not open here. Read how it ended from its own stream.`);

/**
 * True if the next try's failure would suspend the report, or the run has one try. A lasting failure can end a run
 * sooner.
 */
export const isLastTry = (state: LedgerState, { cause }: Pick<OpenRun, "cause">): boolean =>
  isManual(cause) || cause === "retry" || (state.suspended === null && state.failedTries + 1 >= maxFailedTries);

/** Retries the run, or fails it if a retry is useless. The fifth consecutive failure suspends. */
const failCountedTry = (
  { run, try: ofTry, kind, reason, notBefore, arrived, context }: CommandOf<"FailTry">,
  open: OpenRun,
  state: LedgerState,
): LedgerEvent[] => {
  const failedTries = state.failedTries + 1;
  const suspends = state.suspended === null && failedTries >= maxFailedTries;
  const ends = kind === "lasting" || suspends || open.cause === "retry";
  const retryAt = ends ? null : retryAtAfter(open.failures + 1, context.instant, notBefore);
  const failed: LedgerEvent = {
    type: "TryFailed",
    data: { run, try: ofTry, kind, reason, failedTries, retryAt, ...(arrived && { arrived }) },
  };
  if (!ends) return [failed];
  if (!suspends) return [failed, settleEvent(open, { outcome: "failed", reason, arrived })];
  const firstFailure = state.firstFailure ?? { at: context.instant, reason };
  const isArrived = readMailReach({ reason, ...(arrived && { arrived }) }) ?? open.arrived ?? open.arrivedBefore;
  const mayHaveArrived = isArrived || isAnyArrived(state.missing) ? ({ mayHaveArrived: true } as const) : {};
  return [
    failed,
    settleEvent(open, { outcome: "failed", reason, arrived }),
    {
      type: "Suspended",
      data: { slot: open.slot, period: open.period, run, failedTries, reason, firstFailure, ...mayHaveArrived },
    },
  ];
};

/**
 * Records a failed try that doesn't count. If our own fault ends a slot, the next slot covers its time, unless somebody
 * may have the report or later time is covered: no order may be in two files (ADR 111).
 */
const failUncountedTry = (
  { run, try: ofTry, reason, notBefore, final, mayHaveArrived = false, arrived, context }: CommandOf<"FailTry">,
  kind: UncountedKind,
  open: OpenRun,
  { failedTries, coveredUntil }: LedgerState,
): LedgerEvent[] => {
  const known = addFailure(open.uncounted[kind], context.instant);
  const next = retryAtUncounted(kind, known, context.instant, notBefore);
  const retryAt = final ? null : next;
  const failed: LedgerEvent = {
    type: "TryFailed",
    data: { run, try: ofTry, kind, reason, failedTries, retryAt, ...(arrived && { arrived }) },
  };
  if (retryAt !== null) return [failed];
  const isUndelivered = !mayHaveArrived && !arrived;
  const isPassedOn = kind === "ours" && open.cause === "slot" && coveredUntil === open.period.to && isUndelivered;
  const ended = {
    outcome: "failed",
    reason: reasonAtEnd(kind, reason, { isOver: next === null, isPassedOn, isRetry: open.cause === "retry", arrived }),
    arrived,
  } as const;
  return [failed, settleEvent(open, { ...ended, ...(isPassedOn && { coveredByNext: true }) })];
};

/** Adds orders for the next report to carry. */
const addOmittedOrders = (events: LedgerEvent[], without: readonly OrderLeftOut[] = []): LedgerEvent[] =>
  without.length === 0
    ? events
    : events.map((event) => {
        if (event.type === "SlotSettled") return { ...event, data: { ...event.data, without } };
        return event.type === "ExtraRunSettled" ? { ...event, data: { ...event.data, without } } : event;
      });

/**
 * Records a failed try. A retry has one try that counts, and its failure keeps the report suspended. A manual
 * run has one try and counts for nothing.
 */
export const failTry = (submitted: CommandOf<"FailTry">, state: LedgerState): Decision => {
  const { run, kind, arrived } = submitted;
  const reason = addMailReach(submitted.reason, arrived);
  const command = { ...submitted, reason };
  const open = findOpenRun(state, run);
  if (!open) return findSettlement(state, run) ? [] : refuseUnknownRun(run);
  if (command.try <= open.failures) return [];
  if (command.try > open.failures + 1)
    return refuse("rule", `Try ${open.failures + 1} of the run ${run} is next. Report that one first.`);
  if (isManual(open.cause))
    return addOmittedOrders(
      [settleEvent(open, { outcome: "failed", reason: addAdviceToAsk(reason, arrived), arrived })],
      command.without,
    );
  const failed = isUncounted(kind)
    ? failUncountedTry(command, kind, open, state)
    : failCountedTry(command, open, state);
  return addOmittedOrders(failed, command.without);
};

/** The merchant has fixed the cause. No-op if the try is due already. */
export const tryNow = ({ context: { instant } }: CommandOf<"TryNow">, { open }: LedgerState): Decision => {
  if (!open || open.retryAt === null)
    return refuse("rule", "This report isn't waiting for another attempt. Reload the page to see its status.");
  const { run, failures, retryAt } = open;
  return isAfter(retryAt, instant)
    ? [{ type: "TryBroughtForward", data: { run, try: failures + 1, retryAt: instant } }]
    : [];
};

/** The first outcome in the ledger wins. */
export const settle = ({ run, outcome, without }: CommandOf<"Settle">, state: LedgerState): Decision => {
  const open = findOpenRun(state, run);
  if (open) return [settleEvent(open, { outcome, reason: null, ...(without && { without }) })];
  const known = findSettlement(state, run);
  if (!known) return refuseUnknownRun(run);
  return known.outcome === outcome
    ? []
    : refuse("rule", `The run ${run} is settled as ${known.outcome}. End it with that outcome.`);
};
