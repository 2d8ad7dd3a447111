import type { AutomationStatus } from "../enumerations.ts";
import { type MailReach, withoutAdviceToAsk } from "./mail-reach.ts";
import { isAnyArrived } from "./missing.ts";
import type { PlanningContext } from "./planning/next-decision.ts";
import { nextReports } from "./planning/next-reports.ts";
import type { ScheduleFunctions } from "./planning/phases.ts";
import { isAfter } from "./slot.ts";
import { emptyLedger, type LedgerState } from "./state.ts";
import { deriveStatus } from "./status.ts";
import { describeStop } from "./stopped-text.ts";

/** Status of an automated report for lists. */
export type AutomationProgress = {
  status: AutomationStatus;
  /** The next slot's `runAt`, ISO UTC; null while paused, suspended or expired. */
  nextExecution: string | null;
  /** Consecutive failures. */
  failedTries: number;
  /**
   * Why the report failed. Includes an uncounted failure while the run waits, and a failed retry after the stop that
   * may have arrived.
   */
  failedReason: string | null;
  /** Recipients that have or may have this report; null if none. */
  arrived: MailReach | null;
  /** True if a run has no outcome. Manual runs don't count. */
  underWay: boolean;
  /** Time of that run's next try, ISO UTC; null during a try. */
  retryAt: string | null;
};

/** The part of a definition that says if it runs. */
export type EnabledState = { enabled: boolean; schedule: { endsTo: string | null } };

/**
 * Returns the reason of the newest failure. While another try follows, nothing advises to start or send again. A paused
 * report makes no retry.
 */
const failedReasonOf = (state: LedgerState, enabled: boolean): string | null => {
  const { open, suspended, failure, missing, retry, retryArrived, retryReason } = state;
  const reason = failure?.reason ?? null;
  if ((enabled && retry !== null) || (open !== null && (suspended !== null || open.failures > 0))) {
    const told = open?.waitsFor ?? reason;
    return told === null ? null : withoutAdviceToAsk(told);
  }
  if (suspended === null) return reason;
  return describeStop({ reason, mayHaveArrived: isAnyArrived(missing), retryArrived, retryReason });
};

/** Computes the status for lists. The definition may be older than the outlook. */
export const computeProgress = <S>(
  { enabled, schedule: { endsTo } }: EnabledState,
  outlook: PlanningContext<S>,
  functions: ScheduleFunctions<S>,
): AutomationProgress => {
  const { state } = outlook;
  const rests = !enabled || state.suspended !== null || outlook.phases.at(-1)?.enabled !== true;
  const { open } = state;
  const [next] = rests ? [] : nextReports(outlook, 1, functions);
  return {
    status: deriveStatus({ enabled, endsTo }, state),
    nextExecution: next?.slot.runAt ?? null,
    failedTries: state.failedTries,
    failedReason: failedReasonOf(state, enabled),
    arrived: open ? open.arrived : state.retryArrived,
    underWay: open !== null,
    retryAt: open?.retryAt && isAfter(open.retryAt, outlook.now) ? open.retryAt : null,
  };
};

/** Computes the status of a version in the history, which contains no run results. */
export const computeDefinitionProgress = ({ enabled, schedule: { endsTo } }: EnabledState): AutomationProgress => ({
  status: deriveStatus({ enabled, endsTo }, emptyLedger),
  nextExecution: null,
  failedTries: 0,
  failedReason: null,
  arrived: null,
  underWay: false,
  retryAt: null,
});
