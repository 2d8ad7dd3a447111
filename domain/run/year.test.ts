import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AutomationStatus } from "../enumerations.ts";
import { checkLedger, deriveOutcomes } from "../ledger/check-ledger-for-tests.ts";
import type { TinySchedule } from "../ledger/planning/plan-for-tests.ts";
import { deriveStatus } from "../ledger/status.ts";
import {
  finish,
  listOpenRuns,
  newWorld,
  outlookOf,
  plan,
  schedule,
  startReport,
  type World,
  work,
  writtenBy,
} from "./world-for-tests.ts";

const minute = 60_000;
const day = 1_440 * minute;
const newYear = Date.parse("2026-01-01T00:00:00.000Z");
const yearEnd = newYear + 365 * day;

const schedules: readonly TinySchedule[] = [
  { every: 60, offset: 0, delay: 0, endsAt: null },
  { every: 240, offset: 0, delay: 120, endsAt: null },
  { every: 1_440, offset: 5, delay: 0, endsAt: null },
  { every: 1_440, offset: 540, delay: 1_440, endsAt: null },
  { every: 10_080, offset: 4 * 1_440 + 5, delay: 0, endsAt: null },
  { every: 1_440, offset: 5, delay: 0, endsAt: newYear / minute + 200 * 1_440 },
];

/** External events in a year. `at`: minutes after new year; `lasts`: minutes. */
const befalls = fc.record({
  at: fc.integer({ min: 0, max: 365 * 1_440 }),
  lasts: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 20 * 1_440 })),
  what: fc.constantFrom("pause", "outage", "exports", "receiver", "password", "subscription", "empty", "edit"),
  n: fc.nat(99),
});
type Befall = { at: number; lasts: number; what: string; n: number };
type Turn = { at: number; turn(world: World): void };

/** An event's beginning and end. */
const turnsOf = ({ at, lasts, what, n }: Befall): Turn[] => {
  const both = (begin: (world: World) => void, end: (world: World) => void): Turn[] => [
    { at, turn: begin },
    { at: at + lasts, turn: end },
  ];
  const choice = (["nothing", "one", "each"] as const)[n % 3] ?? "nothing";
  switch (what) {
    case "pause":
      return both(
        (world) => plan(world, { enabled: false }),
        (world) => finish(startReport(world, choice)),
      );
    case "outage":
      return both(
        (world) => Object.assign(world, { down: true }),
        (world) => Object.assign(world, { down: false }),
      );
    case "exports":
    case "receiver":
      return both(
        (world) => Object.assign(world, { [what]: "temporary" }),
        (world) => Object.assign(world, { [what]: "works" }),
      );
    case "password":
      return both(
        (world) => Object.assign(world, { receiver: "lasting" }),
        (world) => {
          world.receiver = "works";
          finish(startReport(world, choice));
        },
      );
    case "subscription":
      return both(
        (world) => Object.assign(world, { subscribed: false }),
        (world) => Object.assign(world, { subscribed: true }),
      );
    case "empty":
      return both(
        (world) => Object.assign(world, { rows: 0 }),
        (world) => Object.assign(world, { rows: 3 }),
      );
    default:
      return [{ at, turn: (world) => plan(world, { schedule: schedules[n % schedules.length] as TinySchedule }) }];
  }
};

const statusNow = (world: World): AutomationStatus => {
  const enabled = world.phases.at(-1)?.enabled ?? false;
  return deriveStatus({ enabled, endsTo: outlookOf(world).end?.endsTo ?? null }, world.ledger.state);
};

/** Does everything that is due now. Returns the time of the next work. */
const settleDown = (world: World, seen: Set<AutomationStatus>): number => {
  for (;;) {
    const next = finish(schedule(world));
    seen.add(statusNow(world));
    for (const run of listOpenRuns(world)) while (finish(work(world, run))) seen.add(statusNow(world));
    seen.add(statusNow(world));
    if (next.do !== "wait") continue;
    const { open } = world.ledger.state;
    if (next.for === "run" && open === null) continue;
    if (open?.retryAt) return Date.parse(open.retryAt);
    return next.until ? Date.parse(next.until) : Number.POSITIVE_INFINITY;
  }
};

/** A year of one report. The scheduler sleeps until the decided time or an external event. */
const live = (world: World & { down?: boolean }, befalling: readonly Befall[], seen: Set<AutomationStatus>): number => {
  const turns = befalling.flatMap(turnsOf).sort((one, other) => one.at - other.at);
  let looks = 0;
  while (world.now < yearEnd) {
    const wake = world.down ? Number.POSITIVE_INFINITY : settleDown(world, seen);
    looks += 1;
    const next = turns[0];
    const turnAt = next ? Math.max(world.now, newYear + next.at * minute) : Number.POSITIVE_INFINITY;
    world.now = Math.min(wake, turnAt, yearEnd);
    if (next && turnAt <= wake && turnAt < yearEnd) {
      turns.shift();
      next.turn(world);
    }
  }
  return looks;
};

describe("a year of an automated report", () => {
  /** Finishes running work and starts a resting report, so that the whole year is logged. */
  const close = (world: World, seen: Set<AutomationStatus>): void => {
    Object.assign(world, { subscribed: true, exports: "works", receiver: "works" });
    for (let n = 0; n < 3; n += 1) {
      finish(startReport(world, "nothing"));
      for (let wake = settleDown(world, seen); world.ledger.state.open; wake = settleDown(world, seen))
        world.now = wake;
    }
    checkLedger(writtenBy(world), world.phases, { over: true });
  };

  it("has one outcome for each slot and contiguous periods, despite pauses, edits and outages", () => {
    fc.assert(
      fc.property(fc.nat(schedules.length - 1), fc.array(befalls, { maxLength: 25 }), (first, befalling) => {
        const world = newWorld(schedules[first] as TinySchedule, newYear);
        live(world, befalling, new Set());
        close(world, new Set());
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it("goes through every status and every outcome", () => {
    const seen = new Set<AutomationStatus>();
    const world = newWorld(schedules[5] as TinySchedule, newYear);
    const days = (from: number, lasts: number, what: string, n = 0) => ({
      at: from * 1_440,
      lasts: lasts * 1_440,
      what,
      n,
    });
    const befalling = [
      days(10, 3, "pause", 2),
      days(20, 2, "empty"),
      days(30, 3, "outage"),
      days(40, 4, "receiver"),
      days(44.5, 0, "password", 1),
      days(60, 7, "password", 2),
      days(80, 3, "subscription"),
    ];
    live(world, befalling, seen);
    expect(statusNow(world)).toBe(AutomationStatus.Expired);
    close(world, seen);
    expect([...seen].sort()).toEqual(Object.values(AutomationStatus).sort());
    const outcomes = [...deriveOutcomes(writtenBy(world), world.phases).values()].flat();
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
    expect(["delivered", "empty", "failed", "skipped"].map(count)).toMatchInlineSnapshot(`
      [
        178,
        2,
        6,
        14,
      ]
    `);
    const mails = writtenBy(world).filter(({ event }) => event.type === "Suspended").length;
    expect(mails).toBe(2);
  });

  it("delivers every slot and wakes about once for each if nothing else happens", () => {
    for (const every of [60, 1_440]) {
      const world = newWorld({ every, offset: 5, delay: 0, endsAt: null }, newYear);
      const looks = live(world, [], new Set());
      const outcomes = [...deriveOutcomes(writtenBy(world), world.phases).values()].flat();
      const slots = (365 * 1_440) / every;
      expect([outcomes.length, new Set(outcomes)]).toEqual([slots, new Set(["delivered"])]);
      expect(new Set(world.received).size).toBe(slots);
      expect(looks).toBeLessThanOrEqual(slots + 2);
    }
  });
});
