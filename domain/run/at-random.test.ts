import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLedger } from "../ledger/check-ledger-for-tests.ts";
import type { TinySchedule } from "../ledger/planning/plan-for-tests.ts";
import {
  type Acts,
  finish,
  listOpenRuns,
  newWorld,
  plan,
  type ReceiverBehavior,
  requestManualRun,
  runOf,
  type ServiceBehavior,
  schedule,
  startReport,
  tryNow,
  type World,
  work,
  writtenBy,
} from "./world-for-tests.ts";

const begin = Date.parse("2026-11-01T10:20:00.000Z");
const schedules: readonly TinySchedule[] = [
  { every: 60, offset: 0, delay: 0, endsAt: null },
  { every: 120, offset: 0, delay: 60, endsAt: null },
  { every: 1_440, offset: 540, delay: 0, endsAt: null },
  { every: 1_440, offset: 5, delay: 2_880, endsAt: null },
  { every: 60, offset: 0, delay: 0, endsAt: begin / 60_000 + 3 * 1_440 },
];
const weathers: readonly ServiceBehavior[] = ["works", "works", "temporary", "temporary", "lasting"];
const receivers: readonly ReceiverBehavior[] = [...weathers, "ours", "ours", "deferred", "content", "unconfirmed"];
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Two schedulers and two workers, each busy or idle, and a merchant. */
type Hands = {
  merchant: Acts<unknown> | undefined;
  schedulers: (Acts<unknown> | undefined)[];
  workers: (Acts<unknown> | undefined)[];
};

const advance = (acts: Acts<unknown>): Acts<unknown> | undefined => (acts.next().done ? undefined : acts);

/** One random event: somebody takes a step or dies, or the environment changes. */
const happen = (world: World, hands: Hands, what: number, n: number): void => {
  const hand = n % 2;
  if (what < 30) {
    hands.schedulers[hand] = advance(hands.schedulers[hand] ?? schedule(world));
  } else if (what < 72) {
    const left = listOpenRuns(world);
    const begun = hands.workers[hand] ?? (left.length > 0 ? work(world, pick(left, n)) : undefined);
    hands.workers[hand] = begun && advance(begun);
  } else if (what < 74) {
    hands.workers[hand] = undefined;
  } else if (what < 75) {
    hands.schedulers[hand] = undefined;
  } else if (what < 84) {
    world.now += pick([1, 7, 21, 60, 61, 130, 400, 1_441], n) * 60_000;
  } else if (what < 86) {
    world.receiver = pick(receivers, n);
  } else if (what < 89) {
    world.exports = pick(weathers, n);
  } else if (what < 91) {
    world.rows = n % 2;
  } else if (what < 92) {
    world.subscribed = n % 3 !== 0;
  } else if (what < 93) {
    if (n % 4 === 0) plan(world, { enabled: false });
  } else if (what < 94) {
    plan(world, { schedule: pick(schedules, n) });
  } else if (what < 95) {
    if (n % 4 === 0) hands.merchant = undefined;
  } else if (what < 96) {
    if (n % 2 === 0)
      finish(requestManualRun(world, pick(["test", "again"] as const, n / 2), `by-hand-${world.ledger.version}`));
    else finish(tryNow(world));
  } else {
    hands.merchant = advance(hands.merchant ?? startReport(world, pick(["nothing", "one", "each"], n)));
  }
};

/** Heals the environment and finishes all work. */
const comeToRest = (world: World): void => {
  Object.assign(world, { subscribed: true, exports: "works", receiver: "works" });
  finish(startReport(world, "nothing"));
  for (let round = 0; round < 20_000; round += 1) {
    const next = finish(schedule(world));
    for (const run of listOpenRuns(world))
      for (let steps = 0; finish(work(world, run)); steps += 1)
        if (steps > 50)
          throw new Error(`A run does not end: ${JSON.stringify([runOf(world, run).state, world.ledger.state])}`);
    if (next.do === "wait" && next.for === "start") finish(startReport(world, "nothing"));
    if (next.do === "wait" && next.for !== "run" && next.for !== "start" && listOpenRuns(world).length === 0) return;
    // Skips the pause between two tries.
    if (next.do === "wait" && next.for === "run") world.now += 60_000;
  }
  throw new Error("The work never ends.");
};

/** Invariants of runs, besides the ledger's. */
const holdRuns = (world: World): void => {
  for (const run of world.runs.values()) {
    const types = run.written.map(({ event }) => event.type);
    for (const once of ["RunStarted", "RunEnded", "DeliveryConfirmed"])
      expect(types.filter((type) => type === once).length, once).toBeLessThanOrEqual(1);
    const confirmed = types.indexOf("DeliveryConfirmed");
    if (confirmed >= 0) expect(types.slice(confirmed + 1)).not.toContain("DeliveryStarted");
    const ids = run.written.flatMap(({ event }) => (event.type === "DeliveryStarted" ? [event.data.deliveryId] : []));
    expect(new Set(ids).size).toBeLessThanOrEqual(1);
    // Deliveries may repeat if a confirmation is lost, but never more often than attempts began.
    expect(world.received.filter((id) => id === ids[0]).length).toBeLessThanOrEqual(ids.length);
  }
  for (const { event } of writtenBy(world)) {
    if (event.type !== "SlotSettled" && event.type !== "ExtraRunSettled") continue;
    const { state } = runOf(world, event.data.run);
    expect(state).toMatchObject({ status: "ended", outcome: event.data.outcome });
    // The next report includes its orders.
    if (event.data.coveredByNext)
      expect(world.received).not.toContain("delivery" in state ? state.delivery?.deliveryId : undefined);
    if (event.data.outcome === "delivered") expect(state).toMatchObject({ receipt: { answer: "250 Ok" } });
  }
};

describe("several schedulers and workers that may die at any moment", () => {
  const tape = fc.array(fc.tuple(fc.nat(99), fc.nat(999)), { minLength: 100, maxLength: 1_200, size: "max" });

  it("give each slot one outcome, keep periods contiguous, and never deliver after a confirmation", () => {
    const seen = { claims: 0, suspended: 0, cured: 0, catchUps: 0, lost: 0, passedOn: 0, each: new Set<string>() };
    fc.assert(
      fc.property(fc.nat(schedules.length - 1), tape, (first, happenings) => {
        const world = newWorld(pick(schedules, first), begin);
        const hands: Hands = { merchant: undefined, schedulers: [], workers: [] };
        for (const [what, n] of happenings) happen(world, hands, what, n);
        checkLedger(writtenBy(world), world.phases, { over: false });
        comeToRest(world);
        checkLedger(writtenBy(world), world.phases, { over: true });
        holdRuns(world);
        for (const { event } of writtenBy(world)) {
          seen.each.add(event.type);
          if (event.type === "SlotClaimed") seen.claims += 1;
          if (event.type === "Suspended") seen.suspended += 1;
          if (event.type === "SlotSettled" && event.data.coveredByNext) seen.passedOn += 1;
          if (event.type !== "ExtraRunSettled") continue;
          if (event.data.cause === "retry" && event.data.outcome !== "failed") seen.cured += 1;
          if (event.data.cause === "catch-up") seen.catchUps += 1;
        }
        seen.lost += world.received.length - new Set(world.received).size;
      }),
      { numRuns: 250, endOnFailure: true },
    );
    // Every event type occurred.
    expect([...seen.each].sort()).toEqual([
      "AutomationExpired",
      "CatchUpsCalledOff",
      "ExtraRunClaimed",
      "ExtraRunSettled",
      "Resumed",
      "SlotClaimed",
      "SlotSettled",
      "SlotsSkipped",
      "Suspended",
      "TryBroughtForward",
      "TryFailed",
    ]);
    for (const count of [seen.claims, seen.suspended, seen.cured, seen.catchUps, seen.lost, seen.passedOn])
      expect(count).toBeGreaterThan(0);
  });
});
