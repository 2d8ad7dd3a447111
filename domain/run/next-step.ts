import type { OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import { isAfter } from "../ledger/slot.ts";
import { type LedgerState, openRunOf, settlementOf } from "../ledger/state.ts";
import { nextAttempt } from "./decide.ts";
import type { KnownRun, RunState, TryFailure } from "./state.ts";

/**
 * What a worker does next for a run; all but `done` and those that wait are commands, after which it asks again. `start`, `export`,
 * `deliver`, `end` are of the run, `fail-try` and `settle` of the ledger.
 */
export type NextStep =
  | { do: "start" }
  /** The export of this try: its id derives from run and try. */
  | { do: "export"; try: number }
  /** Requested, and it has not ended: request it once more if need be, then hear how it ends. */
  | { do: "await-export"; exportId: string; inputHash: string }
  /** Whoever has the job does: another worker may be at the attempt before, if the job is not leased to one at a time. */
  | { do: "deliver"; try: number; attempt: number; exportId: string }
  | ({ do: "fail-try"; mayHaveArrived: boolean } & TryFailure)
  | { do: "settle"; outcome: Exclude<RunOutcome, "failed">; without: readonly OrderLeftOut[] }
  | { do: "end"; outcome: RunOutcome; reason: string | null }
  | { do: "wait"; until: string }
  | { do: "done" };

/** How a run ended that the ledger has forgotten, which it does only after ten others. */
const ownOutcome = (state: KnownRun): NextStep => {
  if (state.status === "confirmed") return { do: "end", outcome: "delivered", reason: null };
  if (state.status === "empty") return { do: "end", outcome: "empty", reason: null };
  return { do: "end", outcome: "failed", reason: state.status === "failed" ? state.failure.reason : null };
};

const delivery = (state: KnownRun): NextStep | undefined => {
  const next = nextAttempt(state);
  return next && state.file ? { do: "deliver", ...next, exportId: state.file.exportId } : undefined;
};

/** The try after one that failed, as the ledger has it. */
const afterFailure = (
  state: Extract<RunState, { status: "failed" }>,
  told: boolean,
  at: string | null,
  now: string,
): NextStep => {
  const { failure, mayHaveArrived } = state;
  if (!told) return { do: "fail-try", ...failure, mayHaveArrived };
  if (at !== null && isAfter(at, now)) return { do: "wait", until: at };
  return delivery(state) ?? { do: "export", try: failure.try + 1 };
};

/**
 * The next step of a run, of its own stream and its automated report's. The ledger settles first and the run ends after, so that a run
 * without an end is one that something is left to do for: a worker may die between any two steps, and another finds the same one.
 */
export const nextStep = (runId: string, run: RunState, ledger: LedgerState, now: string): NextStep => {
  if (run.status === "ended") return { do: "done" };
  const open = openRunOf(ledger, runId);
  if (run.status === "unknown") return open ? { do: "start" } : { do: "done" };
  const settled = settlementOf(ledger, runId);
  if (settled) return { do: "end", outcome: settled.outcome, reason: settled.reason };
  if (!open) return ownOutcome(run);
  switch (run.status) {
    case "started":
      return { do: "export", try: 1 };
    case "exporting":
      return { do: "await-export", exportId: run.exportId, inputHash: run.inputHash };
    case "exported":
    case "delivering":
      return delivery(run) ?? { do: "done" };
    case "empty":
      return { do: "settle", outcome: "empty", without: run.file?.without ?? [] };
    case "confirmed":
      return { do: "settle", outcome: "delivered", without: run.file?.without ?? [] };
    case "failed":
      return afterFailure(run, open.failures >= run.failure.try, open.retryAt, now);
  }
};
