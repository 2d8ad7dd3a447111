import type { Period } from "../schedule/schedule.ts";
import type { CatchUp, ClaimFacts, FailureKind, OrderLeftOut, RunCause, RunOutcome, UncountedKind } from "./events.ts";
import type { Missing } from "./missing.ts";

/** Failures of one kind in a run. `since`: when the first one was, ISO UTC. */
export type Uncounted = { tries: number; since: string };

/**
 * A run that has no outcome yet. `failures`: its tries that failed; `retryAt`: when the next one may begin, null while one goes on. `tried`: how
 * many runs of its slot were claimed before. `uncounted`: the failures among them that don't count towards a suspension. `waitsFor`: why it waits for
 * its next try if the newest failure is one of these, else null.
 */
export type OpenRun = {
  run: string;
  cause: RunCause;
  slot: string;
  period: Period;
  facts: ClaimFacts;
  tried: number;
  failures: number;
  uncounted: Readonly<Partial<Record<UncountedKind, Uncounted>>>;
  waitsFor: string | null;
  retryAt: string | null;
};

export type SettledRun = { run: string; outcome: RunOutcome; reason: string | null };

/** `slot`: of the run that lacked the order first. */
export type CarriedOrder = OrderLeftOut & { slot: string };

/** How an automated report fares. Plain JSON. */
export type LedgerState = {
  /** `at` of the newest slot that was claimed or skipped: all up to it are accounted for. */
  last: string | null;
  /** Where the next period begins. */
  coveredUntil: string | null;
  /**
   * The time that no report has, oldest first: what was skipped or has failed since the last slot that worked, until a run is claimed for it or
   * the merchant wants none. What is in `retry` and `catchUps` is in here until then (ADR 83).
   */
  missing: readonly Missing[];
  /** One at a time, of a slot, a catch-up or a retry. */
  open: OpenRun | null;
  /** A run by hand beside it: a merchant who has fixed something need not wait for the next try. */
  byHand: OpenRun | null;
  /** Failures in a row. Runs by hand don't count, nor do failures of an {@link UncountedKind}. */
  failedTries: number;
  /** The newest and the first of them; null without. */
  failure: { kind: FailureKind; reason: string; at: string } | null;
  firstFailure: { at: string; reason: string } | null;
  /** With the run that failed last before. */
  suspended: { since: string; run: string; slot: string; period: Period } | null;
  /** What the run is of that shows whether a report is cured that was started again; null when none is wanted, or when it was claimed. */
  retry: CatchUp | null;
  /** How many of those were claimed so far, and how many catch-ups. */
  retries: number;
  caughtUp: number;
  /** Reports that were promised and are still to be made, oldest first. */
  catchUps: readonly CatchUp[];
  /** The newest {@link calledOffKept} times whose reports were called off and not chosen again. */
  calledOff: readonly { period: Period }[];
  /** Which start was the newest, and when; null before the first. */
  resumed: { nth: number; at: string } | null;
  /** The newest {@link slotsByHandKept} slots of runs by hand, and how many runs each had: every file has a name of its own. */
  slotsByHand: readonly { slot: string; count: number }[];
  /** The end of the definition whose slots are all over. */
  expired: string | null;
  /** Orders that could not be read and that the newest report lacks, runs by hand aside. The next report carries them. */
  carried: readonly CarriedOrder[];
  /** The newest {@link settledKept} that ended, newest last: a worker that comes late learns how its run ended. */
  settled: readonly SettledRun[];
};

export const settledKept = 10;
export const calledOffKept = 50;
export const slotsByHandKept = 50;

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

/** The run of an id while it has no outcome. */
export const openRunOf = ({ open, byHand }: LedgerState, run: string): OpenRun | undefined =>
  [open, byHand].find((candidate) => candidate?.run === run) ?? undefined;

/** How a run ended, as long as that is remembered. */
export const settlementOf = ({ settled }: LedgerState, run: string): SettledRun | undefined =>
  settled.find((one) => one.run === run);

/** All reports that were promised and have not begun. */
export const promisedOf = ({ retry, catchUps }: Pick<LedgerState, "retry" | "catchUps">): readonly CatchUp[] =>
  retry ? [...catchUps, retry] : catchUps;

/** Counts the runs by hand of a slot. */
export const countByHand = ({ slotsByHand }: LedgerState, slot: string): number =>
  slotsByHand.find((one) => one.slot === slot)?.count ?? 0;
