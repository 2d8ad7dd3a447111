import type { OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import { isAfter } from "../ledger/slot.ts";
import { findOpenRun, findSettlement, type LedgerState } from "../ledger/state.ts";
import { nextAttempt } from "./decide.ts";
import type { ExistingRun, RunState, TryFailure } from "./state.ts";

/**
 * All but `done`, `wait` and `await-export` are commands, after which the worker asks again. `start`, `export`,
 * `deliver` and `end` go to the run, `fail-try` and `settle` to the ledger.
 */
export type NextStep =
  | { do: "start" }
  /** The id derives from run and try. */
  | { do: "export"; try: number }
  /** Repeat the request if needed, then await the export's end. */
  | { do: "await-export"; exportId: string; inputHash: string }
  /** Needs the job's lease: otherwise another worker may still be busy with the attempt before. */
  | { do: "deliver"; try: number; attempt: number; exportId: string }
  | ({ do: "fail-try"; mayHaveArrived: boolean; arrived?: MailReach; without?: readonly OrderLeftOut[] } & TryFailure)
  | { do: "settle"; outcome: Exclude<RunOutcome, "failed">; without: readonly OrderLeftOut[] }
  | { do: "end"; outcome: RunOutcome; reason: string | null }
  | { do: "wait"; until: string }
  | { do: "done" };

/** Reads the outcome from the run: the ledger remembers only the newest ten. */
const outcomeFromRun = (state: ExistingRun): NextStep => {
  if (state.status === "confirmed") return { do: "end", outcome: "delivered", reason: null };
  if (state.status === "empty") return { do: "end", outcome: "empty", reason: null };
  return { do: "end", outcome: "failed", reason: state.status === "failed" ? state.failure.reason : null };
};

const nextDelivery = (state: ExistingRun): NextStep | undefined => {
  const next = nextAttempt(state);
  return next && state.file ? { do: "deliver", ...next, exportId: state.file.exportId } : undefined;
};

const nextAfterFailure = (
  state: Extract<RunState, { status: "failed" }>,
  isReported: boolean,
  at: string | null,
  now: string,
): NextStep => {
  const { failure, mayHaveArrived, arrived } = state;
  const without = mayHaveArrived ? (state.file?.without ?? []) : [];
  if (!isReported)
    return {
      do: "fail-try",
      ...failure,
      mayHaveArrived,
      ...(arrived && { arrived }),
      ...(without.length > 0 && { without }),
    };
  if (at !== null && isAfter(at, now)) return { do: "wait", until: at };
  return nextDelivery(state) ?? { do: "export", try: failure.try + 1 };
};

/**
 * Computes the next step from the run's stream and its ledger, the same for any worker. The ledger settles before the
 * run ends, so a run without an end always has work left.
 */
export const nextStep = (runId: string, run: RunState, ledger: LedgerState, now: string): NextStep => {
  if (run.status === "ended") return { do: "done" };
  const open = findOpenRun(ledger, runId);
  if (run.status === "unknown") return open ? { do: "start" } : { do: "done" };
  const settled = findSettlement(ledger, runId);
  if (settled) return { do: "end", outcome: settled.outcome, reason: settled.reason };
  if (!open) return outcomeFromRun(run);
  switch (run.status) {
    case "started":
      return { do: "export", try: 1 };
    case "exporting":
      return { do: "await-export", exportId: run.exportId, inputHash: run.inputHash };
    case "exported":
    case "delivering":
      return nextDelivery(run) ?? { do: "done" };
    case "empty":
      return { do: "settle", outcome: "empty", without: run.file?.without ?? [] };
    case "confirmed":
      return { do: "settle", outcome: "delivered", without: run.file?.without ?? [] };
    case "failed":
      return nextAfterFailure(run, open.failures >= run.failure.try, open.retryAt, now);
  }
};
