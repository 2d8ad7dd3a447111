import fc from "fast-check";
import { expect, it } from "vitest";
import { expectedSlots } from "#tests/acceptance/expected/slots.ts";
import { type Advance, watchClock } from "#tests/acceptance/expected/watched-clock.ts";
import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { isRefusal } from "../core/decider.ts";
import type { WithoutContext } from "../core/message.ts";
import { Delay, Frequency, Weekday } from "../enumerations.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { LedgerCommand } from "./commands.ts";
import { ledgerDecider } from "./decider.ts";
import type { LedgerEvent } from "./events.ts";
import { decideNext } from "./planning/next-decision.ts";
import type { Phase } from "./planning/phases.ts";
import { scheduleFunctions } from "./planning/schedule-functions.ts";

/** A year of the ledger: merchants' schedules in zones with clock changes, and shops that change zones. */

const zones = ["Europe/Athens", "Australia/Lord_Howe", "America/Havana", "Africa/Cairo"] as const;
const [firstDay, lastDay] = ["2025-12-30", "2027-01-03"];
const begin = Date.parse("2026-01-01T09:17:00.000Z");
const end = Date.parse("2026-12-31T09:17:00.000Z");
const dayMs = 86_400_000;

const seen = new Map<string, Advance[]>(
  zones.map((zone) => [zone, watchClock(zone, Date.parse(firstDay) - 3 * dayMs, Date.parse(lastDay) + 4 * dayMs)]),
);

type Befall = { at: number; lasts: number; what: "pause" | "outage" | "edit" | "move"; n: number };
const befalls: fc.Arbitrary<Befall> = fc.record({
  at: fc.integer({ min: begin, max: end }),
  lasts: fc.integer({ min: 60_000, max: 12 * dayMs }),
  what: fc.constantFrom("pause", "outage", "edit", "move"),
  n: fc.nat(99),
});
const frequencies = Object.values(Frequency);

const scheduleOf = (n: number): Schedule => ({
  // Hourly schedules are the ones that lose slots in a clock change.
  frequency: n % 3 === 0 ? Frequency.Hourly : (frequencies[n % frequencies.length] ?? Frequency.Daily),
  customWeeklyDay: Weekday.Monday,
  customMonthlyDay: 31,
  customHour: (n * 53) % 1_440,
  delay: n % 4 === 0 ? Delay.OneDay : Delay.NoDelay,
  startsFrom: null,
  endsTo: null,
  zone: zones[n % zones.length] ?? "Europe/Athens",
  countedFrom: "2026-01-01",
});
const facts = { workspaceVersion: 1, shopVersion: 1, flags: [], catalogueVersion: 1, inputHash: "ab" };

/**
 * Simulates a scheduler for a year. It wakes at the decided time or at an external event. Every run is delivered at
 * once.
 */
const live = (first: number, befalling: readonly Befall[]) => {
  const phases: Phase<Schedule>[] = [
    { since: new Date(begin).toISOString(), schedule: scheduleOf(first), enabled: true },
  ];
  let state = ledgerDecider.initialState;
  const written: LedgerEvent[] = [];
  let now = begin;
  let down = 0;
  const send = (command: WithoutContext<LedgerCommand>) => {
    const instant = new Date(now).toISOString();
    const decision = ledgerDecider.decide({ ...command, context: contextAt(instant) } as LedgerCommand, state);
    if (isRefusal(decision)) throw new Error(decision.message);
    for (const event of decision) {
      state = ledgerDecider.evolve(state, event, metadataAt(instant), written.length);
      written.push(event);
    }
  };
  const settle = (): number => {
    for (;;) {
      const outlook = { phases, end: null, subscribed: true, state, now: new Date(now).toISOString() };
      const next = decideNext(outlook, scheduleFunctions);
      if (next.do === "wait") return next.until === null ? Number.POSITIVE_INFINITY : Date.parse(next.until);
      if (next.do === "skip") send({ type: "SkipSlots", past: next.past, reason: next.reason });
      else if (next.do === "claim") {
        const run = next.past.newest.at;
        send({ type: "ClaimSlot", past: next.past, enabled: true, subscribed: true, run, ...facts });
        send({ type: "Settle", run, outcome: "delivered" });
      } else throw new Error(`Unexpected decision: ${next.do}.`);
    }
  };
  const plan = (change: Partial<Phase<Schedule>>) => {
    const newest = phases.at(-1);
    if (newest) phases.push({ ...newest, ...change, since: new Date(now).toISOString() });
  };
  const schedule = (): Schedule => phases.at(-1)?.schedule ?? scheduleOf(first);
  const turns = befalling
    .flatMap(({ at, lasts, what, n }): [number, () => void][] => {
      if (what === "edit") return [[at, () => plan({ schedule: { ...scheduleOf(n), zone: schedule().zone } })]];
      if (what === "move") return [[at, () => plan({ schedule: { ...schedule(), zone: scheduleOf(n).zone } })]];
      const both = (one: () => void, other: () => void): [number, () => void][] => [
        [at, one],
        [at + lasts, other],
      ];
      if (what === "pause")
        return both(
          () => plan({ enabled: false }),
          () => plan({ enabled: true }),
        );
      return both(
        () => {
          down += 1;
        },
        () => {
          down -= 1;
        },
      );
    })
    .sort(([one], [other]) => one - other);
  while (now < end) {
    const wake = down > 0 ? Number.POSITIVE_INFINITY : settle();
    const turn = turns[0];
    if (turn && turn[0] <= Math.min(wake, end)) {
      turns.shift();
      now = Math.max(now, turn[0]);
      turn[1]();
    } else now = Math.min(wake, end);
  }
  return { phases, written };
};

/** Lists every planned slot by observing the zone's clock. */
const planned = (phases: readonly Phase<Schedule>[]): string[] =>
  phases.flatMap(({ since, schedule }, n) => {
    const until = phases[n + 1]?.since ?? "9";
    return expectedSlots(schedule, firstDay, lastDay, seen.get(schedule.zone) ?? [])
      .map(({ at }) => at)
      .filter((at) => Date.parse(at) > Date.parse(since) && (until === "9" || Date.parse(at) <= Date.parse(until)));
  });

const hold = (phases: readonly Phase<Schedule>[], written: readonly LedgerEvent[]): void => {
  const outcomes: string[] = [];
  const all = planned(phases);
  let until: string | undefined;
  for (const event of written) {
    if (event.type === "SlotSettled") outcomes.push(event.data.slot);
    if (event.type !== "SlotsSkipped" && event.type !== "SlotClaimed") continue;
    if (event.type === "SlotsSkipped") {
      const { from, to, count } = event.data;
      const range = all.slice(all.indexOf(from), all.indexOf(to) + 1);
      expect(range.length).toBe(count);
      outcomes.push(...range);
    }
    const { period } = event.data;
    if (period === null) continue;
    expect(Date.parse(period.to)).toBeGreaterThan(Date.parse(period.from));
    if (until !== undefined) expect(period.from).toBe(until);
    until = period.to;
  }
  expect(outcomes).toEqual(all.slice(0, outcomes.length));
};

it("has one outcome for each slot that the zone's clock shows, and contiguous periods", () => {
  fc.assert(
    fc.property(fc.nat(99), fc.array(befalls, { maxLength: 12 }), (first, befalling) => {
      const { phases, written } = live(first, befalling);
      hold(phases, written);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
