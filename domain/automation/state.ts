import type { Period } from "../schedule/schedule.ts";
import type { CatchUp, ClaimFacts, FailureKind, RunCause, RunOutcome, SkipReason } from "./events.ts";

/** A run that has no outcome yet. `failures`: its tries that failed; `retryAt`: when the next one may begin, null while one goes on. */
export type OpenRun = {
  run: string;
  cause: RunCause;
  slot: string;
  period: Period;
  facts: ClaimFacts;
  failures: number;
  retryAt: string | null;
};

/** Neighbours that were skipped, and the time that no report has because of it. `from`, `to`: the `at` of the first and the last. */
export type SkippedRange = { from: string; to: string; count: number; reason: SkipReason; period: Period };

export type SettledRun = { run: string; outcome: RunOutcome; reason: string | null };

/** How an automated report fares. Plain JSON. */
export type LedgerState = {
  /** `at` of the newest slot that was claimed or skipped: all up to it are accounted for. */
  last: string | null;
  /** Where the next period begins. */
  coveredUntil: string | null;
  /** Where the newest period ends that was delivered or had nothing to deliver: a retry begins there. */
  servedUntil: string | null;
  /** One at a time, of a slot, a catch-up or a retry. */
  open: OpenRun | null;
  /** Beside it, so that a merchant who mends something need not wait for the pause between two tries. */
  test: OpenRun | null;
  /** Failures in a row, of tests none. */
  failedTries: number;
  /** The newest and the first of them; null without. */
  failure: { kind: FailureKind; reason: string; at: string } | null;
  firstFailure: { at: string; reason: string } | null;
  /** With the run that failed last before. */
  suspended: { since: string; run: string; slot: string; period: Period } | null;
  /** Started again, and the run that shows whether it is cured was not claimed yet. */
  retryWanted: boolean;
  /** How many of those were claimed so far. */
  retries: number;
  /** What was skipped since the last claim of a slot and was not chosen about: what a resume asks the merchant about. */
  skipped: readonly SkippedRange[];
  /** Still to be made, oldest first. */
  catchUps: readonly CatchUp[];
  /** The end of the definition whose slots are all over. */
  expired: string | null;
  /** The newest {@link settledKept} that ended, newest last: a worker that comes late learns how its run ended. */
  settled: readonly SettledRun[];
};

export const settledKept = 10;

export const emptyLedger: LedgerState = {
  last: null,
  coveredUntil: null,
  servedUntil: null,
  open: null,
  test: null,
  failedTries: 0,
  failure: null,
  firstFailure: null,
  suspended: null,
  retryWanted: false,
  retries: 0,
  skipped: [],
  catchUps: [],
  expired: null,
  settled: [],
};

/** The run of an id while it has no outcome. */
export const openRunOf = ({ open, test }: LedgerState, run: string): OpenRun | undefined =>
  [open, test].find((candidate) => candidate?.run === run) ?? undefined;

/** How a run ended, as long as that is remembered. */
export const settlementOf = ({ settled }: LedgerState, run: string): SettledRun | undefined =>
  settled.find((one) => one.run === run);
