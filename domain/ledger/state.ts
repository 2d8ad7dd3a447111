import type { Period } from "../schedule/schedule.ts";
import type { CatchUp, ClaimFacts, FailureKind, OrderLeftOut, RunCause, RunOutcome, UncountedKind } from "./events.ts";
import type { MailReach } from "./mail-reach.ts";
import type { MissingTime } from "./missing.ts";

/** Failures of one kind in a run. */
export type UncountedFailures = {
  tries: number;
  /** Time of the first failure, ISO UTC. */
  since: string;
};

/** A run without an outcome. */
export type OpenRun = {
  run: string;
  cause: RunCause;
  slot: string;
  period: Period;
  facts: ClaimFacts;
  /** Number of earlier claimed runs of its slot. */
  tried: number;
  /** Failed tries. */
  failures: number;
  /** Failures that don't count towards a suspension. */
  uncounted: Readonly<Partial<Record<UncountedKind, UncountedFailures>>>;
  /** The reason for waiting if the newest failure is uncounted, else null. */
  waitsFor: string | null;
  /** Recipients that have or may have its mail; null if none. */
  arrived: MailReach | null;
  /** Somebody has, or may have, an earlier report of its time that failed; absent if nobody, as far as is known. */
  arrivedBefore?: true;
  /** When the next try may begin; null during a try. */
  retryAt: string | null;
};

export type SettledRun = { run: string; outcome: RunOutcome; reason: string | null; arrived?: MailReach };

export type CarriedOrder = OrderLeftOut & {
  /** Slot of the first run that lacked the order. */
  slot: string;
};

/** State of an automated report. Plain JSON. */
export type LedgerState = {
  /** `at` of the newest slot that was claimed or skipped. All slots up to it are accounted for. */
  last: string | null;
  /** Start of the next period. */
  coveredUntil: string | null;
  /**
   * Time without a report, oldest first: slots skipped or failed since the last success. An entry leaves when a run is
   * claimed for it or the merchant declines it. The time of `retry` and `catchUps` stays in until then (ADR 83).
   */
  missing: readonly MissingTime[];
  /** The run of a slot, a catch-up or a retry. One at a time. */
  open: OpenRun | null;
  /** A manual run, parallel to `open`, so that a merchant who fixed something needn't wait. */
  byHand: OpenRun | null;
  /** Consecutive failures. Manual runs and failures of an {@link UncountedKind} don't count. */
  failedTries: number;
  /** The newest and the first of these failures; null if none. */
  failure: { kind: FailureKind; reason: string; at: string } | null;
  firstFailure: { at: string; reason: string } | null;
  /** `run`, `slot`, `period`: of the run whose failure suspended the report. */
  suspended: { since: string; run: string; slot: string; period: Period } | null;
  /** The run that proves that a restarted report works; null if none is wanted, or once it is claimed. */
  retry: CatchUp | null;
  /** Recipients that have or may have the mail of the newest, failed retry; null if none. */
  retryArrived: MailReach | null;
  /** Reason of that retry's failure; null if nobody has its report. */
  retryReason: string | null;
  /** Number of retries and of catch-ups claimed so far. */
  retries: number;
  caughtUp: number;
  /** Promised reports that have not begun, oldest first. */
  catchUps: readonly CatchUp[];
  /** The newest {@link maxCalledOff} periods whose reports were called off and not chosen again. */
  calledOff: readonly { period: Period }[];
  /** Number and time of the newest start; null before the first. */
  resumed: { nth: number; at: string } | null;
  /**
   * The newest {@link maxManualSlots} slots of manual runs, with their number of runs. The count keeps file names
   * unique.
   */
  slotsByHand: readonly { slot: string; count: number }[];
  /** `endsTo` of the definition whose slots are all over. */
  expired: string | null;
  /** Unreadable orders that the newest report lacks, manual runs aside. The next report includes them. */
  carried: readonly CarriedOrder[];
  /** The newest {@link maxSettledRuns} settled runs, newest last, for late workers. */
  settled: readonly SettledRun[];
};

export const maxSettledRuns = 10;
export const maxCalledOff = 50;
export const maxManualSlots = 50;

export const emptyLedger: LedgerState = {
  last: null,
  coveredUntil: null,
  missing: [],
  open: null,
  byHand: null,
  failedTries: 0,
  failure: null,
  firstFailure: null,
  suspended: null,
  retry: null,
  retryArrived: null,
  retryReason: null,
  retries: 0,
  caughtUp: 0,
  catchUps: [],
  calledOff: [],
  resumed: null,
  slotsByHand: [],
  expired: null,
  carried: [],
  settled: [],
};

/** Finds a run that has no outcome yet. */
export const findOpenRun = ({ open, byHand }: LedgerState, run: string): OpenRun | undefined =>
  [open, byHand].find((candidate) => candidate?.run === run) ?? undefined;

/** Finds how a run ended. Only the newest {@link maxSettledRuns} are known. */
export const findSettlement = ({ settled }: LedgerState, run: string): SettledRun | undefined =>
  settled.find((one) => one.run === run);

/** Lists all promised reports that haven't begun. */
export const listPromised = ({ retry, catchUps }: Pick<LedgerState, "retry" | "catchUps">): readonly CatchUp[] =>
  retry ? [...catchUps, retry] : catchUps;

/** Counts the manual runs of a slot. */
export const countManualRuns = ({ slotsByHand }: LedgerState, slot: string): number =>
  slotsByHand.find((one) => one.slot === slot)?.count ?? 0;
