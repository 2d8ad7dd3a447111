import type { EventMetadata } from "../core/message.ts";
import type { Period } from "../schedule/schedule.ts";
import type { ClaimFacts, DataOf, LedgerEvent, RunCause } from "./events.ts";
import { isAfter, laterOf } from "./slot.ts";
import { type LedgerState, type OpenRun, type SkippedRange, settledKept } from "./state.ts";

/** Neighbours that were skipped for one reason are one range. What a report has is no time that was missed. */
export const evolveSkipped = (
  ranges: readonly SkippedRange[],
  { from, to, count, reason, period }: DataOf<"SlotsSkipped">,
): readonly SkippedRange[] => {
  if (period === null) return ranges;
  const last = ranges.at(-1);
  if (last?.reason !== reason || last.period.to !== period.from)
    return [...ranges, { from, to, count, reason, period }];
  const joined = { from: last.period.from, to: period.to };
  return [...ranges.slice(0, -1), { from: last.from, to, count: last.count + count, reason, period: joined }];
};

const opened = (
  cause: RunCause,
  {
    run,
    slot,
    period,
    workspaceVersion,
    shopVersion,
    flags,
    catalogueVersion,
    inputHash,
  }: ClaimFacts & {
    run: string;
    slot: string;
    period: Period;
  },
): OpenRun => ({
  run,
  cause,
  slot,
  period,
  facts: { workspaceVersion, shopVersion, flags, catalogueVersion, inputHash },
  failures: 0,
  retryAt: null,
});

/** All slots up to `last` are accounted for, and all time up to the end of a period. */
const accounted = (state: LedgerState, last: string, period: Period | null): LedgerState => ({
  ...state,
  last,
  expired: null,
  coveredUntil: period ? laterOf(state.coveredUntil, period.to) : state.coveredUntil,
  // Nothing was delivered before the first period of all, and nothing is missing from before it.
  servedUntil: state.servedUntil ?? period?.from ?? null,
});

/** How far reports reach without a hole, after one of a period more. */
const servedWith = ({ servedUntil }: LedgerState, { from, to }: Period, cause: RunCause): string | null => {
  if (cause === "slot") return laterOf(servedUntil, to);
  return servedUntil !== null && !isAfter(from, servedUntil) ? laterOf(servedUntil, to) : servedUntil;
};

const settle = (state: LedgerState, data: DataOf<"SlotSettled">): LedgerState => {
  const { run, outcome, reason } = data;
  const settled = [...state.settled, { run, outcome, reason }].slice(-settledKept);
  if (state.test?.run === run) return { ...state, test: null, settled };
  const { open } = state;
  if (open?.run !== run) return state;
  if (outcome === "failed") return { ...state, open: null, settled };
  return {
    ...state,
    open: null,
    settled,
    servedUntil: servedWith(state, open.period, open.cause),
    failedTries: 0,
    failure: null,
    firstFailure: null,
    // Only a retry runs while the report is suspended, and it has worked.
    suspended: null,
  };
};

const claimExtra = (state: LedgerState, data: DataOf<"ExtraRunClaimed">): LedgerState => {
  const open = opened(data.cause, data);
  switch (data.cause) {
    case "test":
      return { ...state, test: open };
    case "retry":
      return { ...state, open, retryWanted: false, retries: state.retries + 1 };
    case "catch-up":
      return { ...state, open, catchUps: state.catchUps.slice(1) };
  }
};

const failTry = (state: LedgerState, data: DataOf<"TryFailed">, at: string): LedgerState => {
  const { run, kind, reason, failedTries, retryAt } = data;
  const { open } = state;
  return {
    ...state,
    open: open?.run === run ? { ...open, failures: data.try, retryAt } : open,
    failedTries,
    failure: { kind, reason, at },
    firstFailure: state.firstFailure ?? { at, reason },
  };
};

/** A ledger after an event. */
export const evolveLedger = (state: LedgerState, event: LedgerEvent, { instant }: EventMetadata): LedgerState => {
  switch (event.type) {
    case "SlotClaimed": {
      const { slot, period } = event.data;
      return { ...accounted(state, slot, period), open: opened("slot", event.data), skipped: [] };
    }
    case "SlotsSkipped": {
      const { to, period } = event.data;
      return { ...accounted(state, to, period), skipped: evolveSkipped(state.skipped, event.data) };
    }
    case "ExtraRunClaimed":
      return claimExtra(state, event.data);
    case "TryFailed":
      return failTry(state, event.data, instant);
    case "SlotSettled":
    case "ExtraRunSettled":
      return settle(state, event.data);
    case "Suspended": {
      const { run, slot, period } = event.data;
      return { ...state, suspended: { since: instant, run, slot, period } };
    }
    case "Resumed": {
      const { catchUps, retry } = event.data;
      return {
        ...state,
        skipped: [],
        catchUps: [...state.catchUps, ...catchUps],
        retryWanted: state.retryWanted || retry,
      };
    }
    case "AutomationExpired":
      return { ...state, expired: event.data.endsTo };
  }
};
