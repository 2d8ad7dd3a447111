import type { AutomationStatus } from "../enumerations.ts";
import type { Outlook } from "./planning/next-decision.ts";
import { nextReports } from "./planning/next-reports.ts";
import type { ScheduleFunctions } from "./planning/phases.ts";
import { isAfter } from "./slot.ts";
import { emptyLedger } from "./state.ts";
import { statusOf } from "./status.ts";

/** How an automated report fares, as far as lists tell of it. */
export type AutomationStanding = {
  status: AutomationStatus;
  /** When the next slot is run, ISO UTC; null while it is paused, suspended or expired. */
  nextExecution: string | null;
  /** In a row. */
  failedTries: number;
  /** The newest failure's reason, also of a failure that doesn't count while the run waits. */
  failedReason: string | null;
  /** True while a run has no outcome yet. Runs by hand don't count. */
  underWay: boolean;
  /** When that run is tried again, ISO UTC; null while a try goes on. */
  retryAt: string | null;
};

/** What of a definition says whether it runs. */
export type Enabled = { enabled: boolean; schedule: { endsTo: string | null } };

/** `definition`: as it is to be told of, which may be older than the outlook. */
export const standingOf = <S>(
  { enabled, schedule: { endsTo } }: Enabled,
  outlook: Outlook<S>,
  functions: ScheduleFunctions<S>,
): AutomationStanding => {
  const { state } = outlook;
  const rests = !enabled || state.suspended !== null || outlook.phases.at(-1)?.enabled !== true;
  const { open } = state;
  const [next] = rests ? [] : nextReports(outlook, 1, functions);
  return {
    status: statusOf({ enabled, endsTo }, state),
    nextExecution: next?.slot.runAt ?? null,
    failedTries: state.failedTries,
    failedReason: open?.waitsFor ?? state.failure?.reason ?? null,
    underWay: open !== null,
    retryAt: open?.retryAt && isAfter(open.retryAt, outlook.now) ? open.retryAt : null,
  };
};

/** Of a definition by itself, as a version of its history tells it: how the report fares is not in it. */
export const standingOfDefinition = ({ enabled, schedule: { endsTo } }: Enabled): AutomationStanding => ({
  status: statusOf({ enabled, endsTo }, emptyLedger),
  nextExecution: null,
  failedTries: 0,
  failedReason: null,
  underWay: false,
  retryAt: null,
});
