import { describe, expect, it } from "vitest";
import { contextAt, metadataAt } from "../../core/context-for-tests.ts";
import { isRefusal } from "../../core/decider.ts";
import { ledgerDecider } from "../decider.ts";
import type { LedgerEvent } from "../events.ts";
import {
  at,
  claimed,
  days,
  facts,
  ledgerOf,
  midnight,
  settled,
  skippedDays,
  suspendedOn,
} from "../ledger-for-tests.ts";
import type { LedgerState } from "../state.ts";
import { decideNext, type PlanningContext } from "./next-decision.ts";
import type { Phase } from "./phases.ts";
import { type TinySchedule, tinyFunctions } from "./plan-for-tests.ts";
import { buildStart } from "./start-of-report.ts";

const daily: TinySchedule = { every: 1_440, offset: 1, delay: 0, endsAt: null };
const hourly: TinySchedule = { every: 60, offset: 0, delay: 0, endsAt: null };
/** Slots up to the fifth have their outcome. */
const toFifth = [claimed(5), settled(5)];
const made = midnight(3);

const next = (events: readonly LedgerEvent[], outlook: Partial<PlanningContext<TinySchedule>> = {}) =>
  decideNext(
    {
      phases: [{ since: made, schedule: daily, enabled: true }],
      end: null,
      subscribed: true,
      state: ledgerOf(...events).state,
      now: "2026-11-06T12:00:00.000Z",
      ...outlook,
    },
    tinyFunctions,
  );

describe("the scheduler's decision", () => {
  it("is to claim the newest due slot, together with those before it", () => {
    expect(next(toFifth)).toMatchObject({ do: "claim", past: { newest: { at: at(6) }, count: 1 } });
    expect(next([])).toMatchObject({ do: "claim", past: { newest: { at: at(6) }, count: 4, from: at(3) } });
  });

  it("is to sleep until the next slot is due to run", () => {
    expect(next(toFifth, { now: midnight(6) })).toEqual({ do: "wait", for: "slot", until: at(6) });
    const delayed = { since: made, schedule: { ...daily, delay: 120 }, enabled: true };
    expect(next(toFifth, { now: at(6), phases: [delayed] })).toEqual({
      do: "wait",
      for: "slot",
      until: "2026-11-06T02:01:00.000Z",
    });
  });

  it("is to wait while a run is open, or the report is paused, suspended or deleted", () => {
    expect(next([claimed(5)])).toEqual({ do: "wait", for: "run", until: null });
    expect(next(toFifth, { phases: [{ since: made, schedule: daily, enabled: false }] })).toMatchObject({
      for: "start",
    });
    expect(next(suspendedOn(5))).toMatchObject({ for: "start" });
    expect(next(toFifth, { phases: [] })).toMatchObject({ for: "edit" });
  });

  it("is to skip unpaid slots one by one as they come", () => {
    expect(next(toFifth, { subscribed: false })).toMatchObject({ do: "skip", reason: "subscription" });
    expect(next(toFifth, { subscribed: false, now: midnight(6) })).toMatchObject({ do: "wait", for: "slot" });
  });

  it("is to skip slots that end in already reported time after an edit", () => {
    const edited = [
      { since: made, schedule: hourly, enabled: true },
      { since: "2026-11-06T12:30:00.000Z", schedule: { ...daily, offset: 13 * 60 }, enabled: true },
    ];
    const atNoon: LedgerEvent = {
      type: "SlotsSkipped",
      data: {
        from: "2026-11-06T12:00:00.000Z",
        to: "2026-11-06T12:00:00.000Z",
        count: 1,
        reason: "subscription",
        coveredBy: null,
        period: { from: midnight(5), to: "2026-11-06T12:00:00.000Z" },
      },
    };
    const decision = next([...toFifth, atNoon], { phases: edited, now: "2026-11-06T13:00:00.000Z" });
    expect(decision).toMatchObject({ do: "skip", reason: "reported", past: { count: 1 } });
  });

  it("is to skip slots passed in a pause without a choice, and to run later ones", () => {
    const phases = [true, false, true].map((enabled, n) => ({
      since: midnight([3, 6, 8][n] ?? 0),
      schedule: daily,
      enabled,
    }));
    const now = "2026-11-08T12:00:00.000Z";
    expect(next(toFifth, { phases, now })).toMatchObject({
      do: "skip",
      reason: "paused",
      past: { from: at(6), newest: { at: at(7) }, count: 2 },
    });
    const after = [...toFifth, skippedDays(6, 7, "paused")];
    expect(next(after, { phases, now })).toMatchObject({ do: "claim", past: { from: at(8), count: 1 } });
  });

  it("is to retry a restarted suspended report over its missing time, and then to run later slots", () => {
    const resumed: LedgerEvent = {
      type: "Resumed",
      data: {
        choice: "nothing",
        catchUps: [],
        retry: true,
        retryOf: { slot: at(5), period: days(4, 5) },
        calledOff: [],
      },
    };
    const started = [...suspendedOn(5), resumed];
    const retry = { do: "retry", slot: at(5), period: days(4, 5) };
    expect(next(started)).toEqual(retry);
    expect(next(started, { subscribed: false })).toMatchObject({ do: "skip", reason: "subscription" });
    expect(next([...started, skippedDays(6, 6, "subscription")], { subscribed: false })).toMatchObject({ for: "slot" });
    expect(next([...started, skippedDays(6, 6, "subscription")])).toEqual(retry);
    const claimed: LedgerEvent = {
      type: "ExtraRunClaimed",
      data: { cause: "retry", slot: at(5), period: days(4, 5), run: "r", ...facts },
    };
    const cured: LedgerEvent = {
      type: "ExtraRunSettled",
      data: { cause: "retry", slot: at(5), run: "r", outcome: "delivered", reason: null },
    };
    expect(next([...started, claimed, cured])).toMatchObject({ do: "claim", past: { newest: { at: at(6) } } });
  });

  it("is to call off catch-ups when the report is paused or deleted, but none chosen during the pause", () => {
    const catchUp = { slot: at(5), period: days(4, 5) };
    const resumed: LedgerEvent = { type: "Resumed", data: { choice: "one", catchUps: [catchUp], retry: false } };
    const waiting = [...toFifth, resumed];
    // The instant of every event in these tests.
    const at10 = "2026-11-20T10:00:00.000Z";
    const paused = (since: string) => [
      { since: made, schedule: daily, enabled: true },
      { since, schedule: daily, enabled: false },
    ];
    expect(next(waiting, { phases: paused(at10) })).toMatchObject({ do: "wait", for: "start" });
    const off = { do: "call-off", because: "paused", resumed: 1 };
    const after = "2026-11-20T10:00:01.000Z";
    expect(next(waiting, { phases: paused(after) })).toEqual(off);
    const back = { since: "2026-11-20T11:00:00.000Z", schedule: daily, enabled: true };
    expect(next(waiting, { phases: [...paused(after), back] })).toEqual(off);
    expect(next([...waiting, claimed(6)], { phases: paused(after) })).toEqual(off);
    expect(next(waiting, { phases: [] })).toEqual({ ...off, because: "deleted" });
  });

  it("is to make catch-ups that were chosen again during a pause that no scheduler has seen", () => {
    const { decide, evolve, initialState } = ledgerDecider;
    const stateAt = (state: LedgerState, instant: string, events: readonly LedgerEvent[]): LedgerState =>
      events.reduce((before, event, version) => evolve(before, event, metadataAt(instant), version), state);
    const startedAt = (instant: string, phases: readonly Phase<TinySchedule>[], state: LedgerState): LedgerState => {
      const outlook: PlanningContext<TinySchedule> = { phases, end: null, subscribed: true, state, now: instant };
      const command = { ...buildStart(outlook, "each", tinyFunctions), context: contextAt(instant) };
      const decision = decide(command, state);
      if (isRefusal(decision)) throw new Error(decision.message);
      return stateAt(state, instant, decision);
    };
    const [first, paused, again, back] = [1, 2, 3, 4].map((minute) => `2026-11-08T10:0${minute}:00.000Z`);
    const phase = (since = "", enabled = true): Phase<TinySchedule> => ({ since, schedule: daily, enabled });
    const resting = [phase(made), phase(midnight(6), false)];
    const waiting = startedAt(first ?? "", resting, stateAt(initialState, at(5), toFifth));
    expect(waiting.catchUps).toHaveLength(3);
    const restingAgain = [...resting, phase(first), phase(paused, false)];
    // A start was interrupted before the report was enabled. Starting again changes nothing.
    expect(startedAt(again ?? "", [...resting], waiting)).toEqual(waiting);
    const chosen = startedAt(again ?? "", restingAgain, waiting);
    const now = back ?? "";
    expect(next([], { phases: [...restingAgain, phase(now)], state: chosen, now })).toMatchObject({
      do: "catch-up",
      slot: at(6),
    });
    // Repeating that start is a no-op too.
    expect(startedAt(now, restingAgain, chosen)).toEqual(chosen);
  });

  it("is to make catch-ups when no slot is due, and to expire when nothing is left", () => {
    const catchUp = { slot: at(5), period: days(3, 5) };
    const resumed: LedgerEvent = { type: "Resumed", data: { choice: "one", catchUps: [catchUp], retry: false } };
    expect(next([...toFifth, resumed])).toMatchObject({ do: "claim" });
    expect(next([...toFifth, resumed], { now: midnight(6) })).toEqual({ do: "catch-up", ...catchUp });
    const ended = { since: made, schedule: { ...daily, endsAt: Date.parse(midnight(6)) / 60_000 }, enabled: true };
    const over = { phases: [ended], end: { endsTo: "2026-11-05", at: midnight(6) } };
    expect(next([...toFifth, resumed], over)).toMatchObject({ do: "catch-up" });
    expect(next(toFifth, { ...over, now: at(5) })).toEqual({ do: "wait", for: "end", until: midnight(6) });
    expect(next(toFifth, over)).toEqual({ do: "expire", endsTo: "2026-11-05" });
    const expired: LedgerEvent = { type: "AutomationExpired", data: { endsTo: "2026-11-05" } };
    expect(next([...toFifth, expired], over)).toMatchObject({ do: "wait", for: "edit" });
  });
});
