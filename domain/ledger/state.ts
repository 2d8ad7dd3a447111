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
  /** Earlier runs of its slot. */
  tried: number;
  /** Failed tries. */
  failures: number;
  /** Failures that don't count towards a suspension. */
  uncounted: Readonly<Partial<Record<UncountedKind, UncountedFailures>>>;
  /** Null unless the newest failure is uncounted. */
  waitsFor: string | null;
  /** Recipients that have or may have its mail; null if none. */
  arrived: MailReach | null;
  /** Somebody has, or may have, an earlier failed report of its time. */
  arrivedBefore?: true;
  /** Time of the next try; null during a try. */
  retryAt: string | null;
};

export type SettledRun = { run: string; outcome: RunOutcome; reason: string | null; arrived?: MailReach };

export type CarriedOrder = OrderLeftOut & {
  /** Slot of the first run that lacked the order. */
  slot: string;
  /** Periods of the runs that lacked it, neighbors joined; absent in old states. */
  periods?: readonly Period[];
};

/** State of an automated report. Plain JSON. */
export type LedgerState = {
  /** `at` of the newest claimed or skipped slot. All slots up to it are accounted for. */
  last: string | null;
  /** Start of the next period. */
  coveredUntil: string | null;
  /**
   * Time without a report, oldest first: slots skipped or failed since the last success. An entry leaves when a run is
   * claimed for it or the merchant declines it; until then it includes the time of `retry` and `catchUps` (ADR 83).
   */
  missing: readonly MissingTime[];
  /** A slot's run, a catch-up or a retry. One at a time. */
  open: OpenRun | null;
  /** A manual run, parallel to `open`: a merchant who fixed something needn't wait. */
  byHand: OpenRun | null;
  /** Consecutive failures. Manual runs and {@link UncountedKind}s don't count. */
  failedTries: number;
  /** The newest and the first counted failure. */
  failure: { kind: FailureKind; reason: string; at: string } | null;
  firstFailure: { at: string; reason: string } | null;
  /** Names the run whose failure suspended the report. */
  suspended: { since: string; run: string; slot: string; period: Period } | null;
  /** The run that shall prove that a restarted report works; null if none is wanted or it is claimed. */
  retry: CatchUp | null;
  /** Recipients that have or may have the mail of the newest, failed retry. */
  retryArrived: MailReach | null;
  /** Why that retry failed; null if nobody has its report. */
  retryReason: string | null;
  /** Retries and catch-ups claimed so far. */
  retries: number;
  caughtUp: number;
  /** Promised and not begun, oldest first. */
  catchUps: readonly CatchUp[];
  /** The newest {@link maxCalledOff} periods called off and not chosen again. */
  calledOff: readonly { period: Period }[];
  /** The newest start; null before the first. */
  resumed: { nth: number; at: string } | null;
  /** The newest {@link maxManualSlots} slots of manual runs. `count` keeps file names unique. */
  slotsByHand: readonly { slot: string; count: number }[];
  /** `endsTo` of the definition whose slots are all over. */
  expired: string | null;
  /** Unreadable orders that the newest report lacks, manual runs aside. The next one includes them. */
  carried: readonly CarriedOrder[];
  /** The newest {@link maxSettledRuns}, newest last, for late workers. */
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

/** Finds a run without an outcome. */
export const findOpenRun = ({ open, byHand }: LedgerState, run: string): OpenRun | undefined =>
  [open, byHand].find((candidate) => candidate?.run === run) ?? undefined;

/** Searches the newest {@link maxSettledRuns}. */
export const findSettlement = ({ settled }: LedgerState, run: string): SettledRun | undefined =>
  settled.find((one) => one.run === run);

/** Lists the promised reports that haven't begun. */
export const listPromised = ({ retry, catchUps }: Pick<LedgerState, "retry" | "catchUps">): readonly CatchUp[] =>
  retry ? [...catchUps, retry] : catchUps;

/** Counts the manual runs of a slot. */
export const countManualRuns = ({ slotsByHand }: LedgerState, slot: string): number =>
  slotsByHand.find((one) => one.slot === slot)?.count ?? 0;
