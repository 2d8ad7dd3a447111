import { isRefusal } from "../core/decider.ts";
import { given } from "../core/given-for-tests.ts";
import type { Period } from "../schedule/schedule.ts";
import { ledgerDecider } from "./decider.ts";
import type { ClaimFacts, FailureKind, LedgerEvent, RunCause } from "./events.ts";
import type { PastSlots } from "./slot.ts";

/** Slot of a daily report: the given day of November 2026, 00:01 UTC. Its period is the day before. */
export const at = (day: number): string => `2026-11-${`${day}`.padStart(2, "0")}T00:01:00.000Z`;
export const midnight = (day: number): string => `2026-11-${`${day}`.padStart(2, "0")}T00:00:00.000Z`;
/** From one midnight to another. */
export const days = (from: number, to: number): Period => ({ from: midnight(from), to: midnight(to) });

/** The slots of these days, both included. */
export const past = (from: number, to = from): PastSlots => ({
  newest: { at: at(to), runAt: at(to), to: midnight(to) },
  count: to - from + 1,
  from: at(from),
  previous: to === from ? null : at(to - 1),
  firstFrom: midnight(from - 1),
});

export const facts: ClaimFacts = {
  workspaceVersion: 4,
  shopVersion: 3,
  flags: [],
  catalogueVersion: 7,
  inputHash: "ab",
};

export const claimed = (day: number, from = day - 1): LedgerEvent => ({
  type: "SlotClaimed",
  data: { slot: at(day), runAt: at(day), period: days(from, day), run: `run-${day}`, ...facts },
});
export const settled = (day: number, outcome: "delivered" | "empty" | "failed" = "delivered"): LedgerEvent => ({
  type: "SlotSettled",
  data: { slot: at(day), run: `run-${day}`, outcome, reason: outcome === "failed" ? "refused" : null },
});
export const skippedDays = (
  from: number,
  to: number,
  reason: "paused" | "suspended" | "subscription",
): LedgerEvent => ({
  type: "SlotsSkipped",
  data: { from: at(from), to: at(to), count: to - from + 1, reason, coveredBy: null, period: days(from - 1, to) },
});

export const claim = (from: number, to = from) =>
  ({
    type: "ClaimSlot",
    past: past(from, to),
    enabled: true,
    subscribed: true,
    run: `run-${to}`,
    ...facts,
  }) as const;
export const fail = (run: string, ofTry: number, kind: FailureKind = "temporary") =>
  ({ type: "FailTry", run, try: ofTry, kind, reason: "refused" }) as const;
export const extra = (cause: Exclude<RunCause, "slot">, slot: string, period: Period, run: string) =>
  ({ type: "ClaimExtraRun", cause, slot, period, run, ...facts }) as const;

export const ledgerOf = (...events: LedgerEvent[]) =>
  given(ledgerDecider, events, { instant: "2026-11-20T10:00:00.000Z" });

/**
 * Appends the events of consecutive commands to others.
 * @throws {Error} if a command is refused
 */
export const following = (
  events: readonly LedgerEvent[],
  ...commands: Parameters<ReturnType<typeof ledgerOf>["when"]>[0][]
) => {
  const known = [...events];
  for (const command of commands) {
    const decision = ledgerOf(...known).when(command);
    if (isRefusal(decision)) throw new Error(decision.message);
    known.push(...decision);
  }
  return known;
};

/** Five consecutive failures of one day's slot. */
export const suspendedOn = (day: number, before: readonly LedgerEvent[] = []): LedgerEvent[] =>
  following(before, claim(day), ...[1, 2, 3, 4, 5].map((n) => fail(`run-${day}`, n)));
