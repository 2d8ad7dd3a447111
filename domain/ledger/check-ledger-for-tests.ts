import { metadataAt } from "../core/context-for-tests.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import { AutomationStatus } from "../enumerations.ts";
import type { Period } from "../schedule/schedule.ts";
import { ledgerDecider } from "./decider.ts";
import { isManual, isUncounted, type LedgerEvent } from "./events.ts";
import { createCoverageCheck, sortByPeriod } from "./missing.ts";
import type { Phase } from "./planning/phases.ts";
import { type TinySchedule, walked } from "./planning/plan-for-tests.ts";
import { emptyLedger, type LedgerState, listPromised } from "./state.ts";
import { deriveStatus } from "./status.ts";

/** An event and its time, ISO UTC. */
export type WrittenEvent = { event: LedgerEvent; instant: string };

const fail = (what: string, seen: unknown): never => {
  throw new Error(`${what}: ${JSON.stringify(seen)}`);
};
const check = (holds: boolean, what: string, seen: unknown): void => {
  if (!holds) fail(what, seen);
};

/** Lists each slot of the plans up to an instant, by iteration. */
const listPlannedSlots = (phases: readonly Phase<TinySchedule>[], until: string): string[] =>
  phases.flatMap(({ since, schedule }, n) => {
    const end = phases[n + 1]?.since ?? until;
    return walked(schedule, since, end < until ? end : until);
  });

/** Derives the outcomes of each slot from the events alone. */
export const deriveOutcomes = (
  written: readonly WrittenEvent[],
  phases: readonly Phase<TinySchedule>[],
): Map<string, string[]> => {
  const last = written.reduce((newest, { event }) => {
    if (event.type === "SlotClaimed") return event.data.slot;
    return event.type === "SlotsSkipped" ? event.data.to : newest;
  }, "");
  const outcomes = new Map<string, string[]>(
    last === "" ? [] : listPlannedSlots(phases, last).map((slot) => [slot, []]),
  );
  const slots = [...outcomes.keys()];
  const places = new Map(slots.map((slot, place) => [slot, place]));
  const note = (slot: string, outcome: string) =>
    (outcomes.get(slot) ?? fail("A slot has an outcome but was never planned", { slot, outcome })).push(outcome);
  for (const { event } of written) {
    if (event.type === "SlotSettled") note(event.data.slot, event.data.outcome);
    if (event.type !== "SlotsSkipped") continue;
    const { from, to, count } = event.data;
    const range = slots.slice(places.get(from) ?? 0, (places.get(to) ?? -1) + 1);
    check(
      range.length === count && range[0] === from && range.at(-1) === to,
      "A skipped range doesn't match its slots",
      event.data,
    );
    for (const slot of range) note(slot, "skipped");
  }
  return outcomes;
};

/** The periods of all slots are contiguous. Time passed on belongs to the next slot. */
const checkPeriodsContiguous = (written: readonly WrittenEvent[]): void => {
  let until: string | undefined;
  let from: string | undefined;
  for (const { event } of written) {
    if (event.type === "SlotSettled" && event.data.coveredByNext) until = from;
    if (event.type !== "SlotClaimed" && event.type !== "SlotsSkipped") continue;
    const { period } = event.data;
    if (period === null) continue;
    check(period.from < period.to && (until === undefined || period.from === until), "Periods are not contiguous", {
      until,
      period,
    });
    until = period.to;
    if (event.type === "SlotClaimed") from = period.from;
  }
};

/** Recounts open runs, consecutive failures and suspensions. */
const checkCounts = (written: readonly WrittenEvent[]): void => {
  let open: string | undefined;
  let failures = 0;
  let suspended = false;
  const claimed = new Set<string>();
  for (const { event } of written) {
    switch (event.type) {
      case "SlotClaimed":
      case "ExtraRunClaimed": {
        const { slot, run } = event.data;
        if (event.type === "ExtraRunClaimed" && isManual(event.data.cause)) break;
        check(open === undefined, "Two runs are open", { open, run });
        if (event.type === "SlotClaimed")
          check(!suspended && !claimed.has(slot), "A slot was claimed twice or while suspended", event);
        if (event.type === "SlotClaimed") claimed.add(slot);
        open = run;
        break;
      }
      case "TryFailed":
        failures += isUncounted(event.data.kind) ? 0 : 1;
        check(event.data.run === open && event.data.failedTries === failures, "Failures were counted wrongly", event);
        break;
      case "SlotSettled":
      case "ExtraRunSettled": {
        if (event.type === "ExtraRunSettled" && isManual(event.data.cause)) break;
        check(event.data.run === open, "The settled run is not the open one", event);
        open = undefined;
        if (event.data.outcome === "failed") break;
        failures = 0;
        suspended = false;
        break;
      }
      case "Suspended":
        check(!suspended && failures === 5, "The report was suspended at the wrong time", event);
        suspended = true;
    }
  }
};

/**
 * No instant is in two delivered files, regardless of retries, catch-ups and cancellations. Manual runs don't count.
 */
const checkNoOverlap = (written: readonly WrittenEvent[]): void => {
  const periods = new Map<string, { from: string; to: string }>();
  const through: { run: string; from: number; to: number }[] = [];
  for (const { event } of written) {
    if (event.type === "SlotClaimed" || event.type === "ExtraRunClaimed")
      periods.set(event.data.run, event.data.period);
    if (event.type !== "SlotSettled" && event.type !== "ExtraRunSettled") continue;
    if (event.data.outcome === "failed" || (event.type === "ExtraRunSettled" && isManual(event.data.cause))) continue;
    const { run } = event.data;
    const period = periods.get(run) ?? fail("A run was settled but never claimed", event);
    through.push({ run, from: Date.parse(period.from), to: Date.parse(period.to) });
  }
  through.sort((one, other) => one.from - other.from);
  through.forEach((one, n) => {
    const next = through[n + 1];
    check(next === undefined || next.from >= one.to, "An instant is in two files", { one, next });
  });
};

const checkDisjoint = (times: readonly { period: Period }[], what: string, seen: unknown): void => {
  sortByPeriod(times).forEach(({ period }, n, all) => {
    const next = all[n + 1]?.period.from;
    check(next === undefined || next >= period.to, what, seen);
  });
};

/** Missing periods don't overlap, and promised time is missing. */
const checkPromises = (state: LedgerState): void => {
  const { open, coveredUntil } = state;
  checkDisjoint([...state.missing, ...(open ? [open] : [])], "Time is missing twice", state);
  const promised = listPromised(state);
  checkDisjoint(promised, "Time is promised twice", state);
  for (const one of state.missing)
    check(
      coveredUntil !== null && one.period.to <= coveredUntil && one.period.from < one.period.to,
      "A missing period is empty or not covered yet",
      one,
    );
  const lengthOf = (times: readonly { period: Period }[]): number =>
    times.reduce((sum, { period }) => sum + Date.parse(period.to) - Date.parse(period.from), 0);
  const missed = state.missing.filter(createCoverageCheck(promised));
  check(lengthOf(missed) === lengthOf(promised), "Promised time is not missing", state);
};

/** Invariants of every reachable state. */
const checkState = (state: LedgerState): void => {
  const { open, byHand, failedTries, failure, firstFailure, suspended, coveredUntil, last } = state;
  check(
    (failedTries === 0) === (failure === null) && (failure === null) === (firstFailure === null),
    "Failures",
    state,
  );
  check(suspended === null || (failedTries >= 5 && (open === null || open.cause === "retry")), "Suspended", state);
  check(open?.cause !== "retry" || suspended !== null, "A retry is open, but the report isn't suspended", state);
  check(!(open && isManual(open.cause)), "A manual run is stored as a planned one", state);
  check(byHand === null || isManual(byHand.cause), "A planned run is stored as a manual one", state);
  check(
    state.retry === null || (suspended !== null && open === null),
    "A retry is due, but the report isn't suspended",
    state,
  );
  check(last !== null || coveredUntil === null, "Time is covered, but there is no slot", state);
  const status = deriveStatus({ enabled: true, endsTo: null }, state);
  check(Object.values(AutomationStatus).includes(status), "Status", status);
};

/**
 * Checks a ledger's invariants. `over`: no run is open, so every slot has its outcome.
 * @throws {Error} naming the violated invariant
 */
export const checkLedger = (
  written: readonly WrittenEvent[],
  phases: readonly Phase<TinySchedule>[],
  { over }: { over: boolean },
): void => {
  let state = emptyLedger;
  checkState(state);
  written.forEach(({ event, instant }, version) => {
    const before = state;
    state = ledgerDecider.evolve(state, event, metadataAt(instant), version);
    checkState(state);
    if (state.missing !== before.missing || listPromised(state) !== listPromised(before)) checkPromises(state);
  });
  check(isJsonEqual(JSON.parse(JSON.stringify(state)), state), "The state is not plain JSON", state);
  const outcomes = [...deriveOutcomes(written, phases)];
  const open = state.open?.cause === "slot" ? state.open.slot : undefined;
  for (const [slot, ended] of outcomes)
    check(ended.length === (slot === open ? 0 : 1), "Outcomes of a slot", { slot, ended });
  if (over) check(open === undefined && state.byHand === null, "A run was left open", state);
  checkPeriodsContiguous(written);
  checkNoOverlap(written);
  checkCounts(written);
};
