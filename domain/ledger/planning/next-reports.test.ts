import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Period } from "../../schedule/schedule.ts";
import { computeProgress } from "../automation-progress.ts";
import type { LedgerEvent } from "../events.ts";
import {
  at,
  claim,
  claimed,
  days,
  extra,
  facts,
  fail,
  following,
  ledgerOf,
  midnight,
  settled,
  skippedDays,
  suspendedOn,
} from "../ledger-for-tests.ts";
import { statusIntent } from "../status.ts";
import { decideNext, type PlanningContext } from "./next-decision.ts";
import { nextReports } from "./next-reports.ts";
import type { Phase } from "./phases.ts";
import { type TinySchedule, tinyFunctions } from "./plan-for-tests.ts";
import { buildStart, missedAtStart } from "./start-of-report.ts";

const daily: TinySchedule = { every: 1_440, offset: 1, delay: 0, endsAt: null };
const hourly: TinySchedule = { every: 60, offset: 0, delay: 0, endsAt: null };
const minute = 60_000;

const outlookOf = (
  events: readonly LedgerEvent[],
  given: Partial<PlanningContext<TinySchedule>> = {},
): PlanningContext<TinySchedule> => ({
  phases: [{ since: midnight(3), schedule: daily, enabled: true }],
  end: null,
  subscribed: true,
  state: ledgerOf(...events).state,
  now: "2026-11-06T12:00:00.000Z",
  ...given,
});

/** Simulates a scheduler: its claims with time and period. Every run ends at once. */
const lived = (outlook: PlanningContext<TinySchedule>, most: number) => {
  const events: LedgerEvent[] = [];
  const claims: { runAt: string; period: Period }[] = [];
  let { state, now } = outlook;
  for (let round = 0; round < 200 && claims.length < most; round += 1) {
    const next = decideNext({ ...outlook, state, now }, tinyFunctions);
    if (next.do === "wait") {
      if (next.until === null) break;
      now = next.until;
      continue;
    }
    if (next.do === "claim") {
      const { past } = next;
      const run = `run-${round}`;
      const period = { from: state.coveredUntil ?? past.firstFrom, to: past.newest.to };
      const { at: slot, runAt } = past.newest;
      claims.push({ runAt, period });
      events.push(
        { type: "SlotClaimed", data: { slot, runAt, period, run, ...facts } },
        { type: "SlotSettled", data: { slot, run, outcome: "delivered", reason: null } },
      );
    } else if (next.do === "skip") {
      const { from, newest, count } = next.past;
      const covered = state.coveredUntil ?? next.past.firstFrom;
      const period = newest.to > covered ? { from: covered, to: newest.to } : null;
      const data = { from, to: newest.at, count, reason: next.reason, coveredBy: null, period };
      events.push({ type: "SlotsSkipped", data });
    } else break;
    state = ledgerOf(...events).state;
  }
  return claims;
};

const schedules = fc.record({
  every: fc.constantFrom(60, 120, 480, 1_440),
  offset: fc.constantFrom(0, 5, 55),
  delay: fc.constantFrom(0, 60, 2_880),
  endsAt: fc.constant(null),
});
const phases: fc.Arbitrary<Phase<TinySchedule>[]> = fc
  .array(fc.record({ lasts: fc.integer({ min: 1, max: 4_000 }), schedule: schedules, enabled: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) => {
    let since = Date.parse(midnight(3));
    return list.map(({ lasts, schedule, enabled }, n) => {
      const phase = { since: new Date(since).toISOString(), schedule, enabled: enabled || n === list.length - 1 };
      since += lasts * minute;
      return phase;
    });
  });

describe("the next reports", () => {
  it("match those of the scheduler, after any edits and pauses", () => {
    fc.assert(
      fc.property(phases, fc.nat(3_000), (list, later) => {
        const now = new Date(Date.parse(list.at(-1)?.since ?? "") + later * minute).toISOString();
        const outlook = outlookOf([], { phases: list, now });
        const told = nextReports(outlook, 5, tinyFunctions).map(({ slot: { runAt }, period }) => ({ runAt, period }));
        expect(told).toEqual(lived(outlook, 5));
      }),
      { numRuns: 500 },
    );
  });

  it("of a paused report are those that it would have if started now", () => {
    const paused = [
      { since: midnight(3), schedule: daily, enabled: true },
      { since: midnight(5), schedule: hourly, enabled: false },
    ];
    const [first, second] = nextReports(outlookOf([claimed(4), settled(4)], { phases: paused }), 2, tinyFunctions);
    expect([first?.slot.runAt, first?.period]).toEqual([
      "2026-11-06T13:00:00.000Z",
      { from: "2026-11-06T12:00:00.000Z", to: "2026-11-06T13:00:00.000Z" },
    ]);
    expect(second?.period.from).toBe(first?.period.to);
  });

  it("are none for a report that was deleted or has ended", () => {
    expect(nextReports(outlookOf([], { phases: [] }), 5, tinyFunctions)).toEqual([]);
    const endsAt = Date.parse(midnight(5)) / minute;
    const ended = [{ since: midnight(3), schedule: { ...daily, endsAt }, enabled: true }];
    expect(nextReports(outlookOf([claimed(4), settled(4)], { phases: ended }), 5, tinyFunctions)).toEqual([]);
  });
});

describe("the missed reports at a start", () => {
  const paused: Phase<TinySchedule>[] = [
    { since: midnight(3), schedule: daily, enabled: true },
    { since: midnight(5), schedule: daily, enabled: false },
  ];

  it("cover the time that passed while the report was paused", () => {
    const outlook = outlookOf([claimed(4), settled(4)], { phases: paused, now: "2026-11-09T12:00:00.000Z" });
    expect(missedAtStart(outlook, tinyFunctions)).toEqual({
      count: 5,
      period: { from: midnight(4), to: midnight(9) },
      waiting: 0,
      mayHaveEach: true,
      one: [{ from: midnight(4), to: midnight(9) }],
      each: 5,
    });
  });

  it("include a suspended report's failed time in the report that follows", () => {
    const events = suspendedOn(5, [claimed(4), settled(4)]);
    const runs = [{ since: midnight(3), schedule: daily, enabled: true }];
    const outlook = outlookOf(events, { phases: runs, now: "2026-11-07T12:00:00.000Z" });
    expect(missedAtStart(outlook, tinyFunctions)).toMatchObject({
      count: 2,
      period: { from: midnight(5), to: midnight(7) },
      one: [{ from: midnight(4), to: midnight(7) }],
      each: 3,
    });
  });

  it("include the rest of an earlier choice, even if reports went out since", () => {
    const skips = skippedDays(4, 5, "paused");
    const catchUps = [4, 5].map((day) => ({ slot: at(day), period: { from: midnight(day - 1), to: midnight(day) } }));
    const resumed: LedgerEvent = { type: "Resumed", data: { choice: "each", catchUps, retry: false } };
    const events = [claimed(3), settled(3), skips, resumed, claimed(6), settled(6)];
    const rests = [
      { since: midnight(2), schedule: daily, enabled: true },
      { since: "2026-11-06T10:00:00.000Z", schedule: daily, enabled: false },
    ];
    const outlook = outlookOf(events, { phases: rests, now: "2026-11-08T12:00:00.000Z" });
    expect(missedAtStart(outlook, tinyFunctions)).toMatchObject({
      count: 4,
      waiting: 2,
      one: [
        { from: midnight(3), to: midnight(5) },
        { from: midnight(6), to: midnight(8) },
      ],
      each: 4,
    });
  });

  it("include all time skipped since the last report, one by one", () => {
    const skips = skippedDays(5, 6, "subscription");
    const outlook = outlookOf([claimed(4), settled(4), skips], { phases: paused, now: "2026-11-08T12:00:00.000Z" });
    expect(missedAtStart(outlook, tinyFunctions)).toMatchObject({ count: 4 });
    const decided = ledgerOf(claimed(4), settled(4), skips).when(buildStart(outlook, "each", tinyFunctions));
    expect(decided).toMatchObject([
      { type: "SlotsSkipped" },
      { type: "Resumed", data: { catchUps: [{}, {}, {}, { period: { from: midnight(7), to: midnight(8) } }] } },
    ]);
  });

  it("are undefined for a report that is running or was never started", () => {
    expect(missedAtStart(outlookOf([claimed(4), settled(4)]), tinyFunctions)).toBeUndefined();
    const fresh = [{ since: midnight(3), schedule: daily, enabled: false }];
    expect(missedAtStart(outlookOf([], { phases: fresh }), tinyFunctions)).toBeUndefined();
  });

  it("are not offered one by one if there are too many", () => {
    const often = paused.map((phase) => ({ ...phase, schedule: hourly }));
    const outlook = outlookOf([claimed(4), settled(4)], { phases: often, now: "2026-11-22T12:00:00.000Z" });
    expect(missedAtStart(outlook, tinyFunctions)).toMatchObject({ mayHaveEach: false });
  });

  it("are not offered one by one for a restored report whose earlier plan is unknown", () => {
    const skips = skippedDays(5, 6, "paused");
    const back = [{ since: midnight(7), schedule: daily, enabled: false }];
    const outlook = outlookOf([claimed(4), settled(4), skips], { phases: back, now: "2026-11-08T12:00:00.000Z" });
    expect(missedAtStart(outlook, tinyFunctions)).toMatchObject({ count: 4, mayHaveEach: false, each: 0 });
  });
});

describe("the progress of a report", () => {
  const told = (events: readonly LedgerEvent[], enabled = true) =>
    computeProgress({ enabled, schedule: { endsTo: null } }, outlookOf(events), tinyFunctions);

  it("has the next slot while the report runs, and none while it is paused or suspended", () => {
    expect(told([claimed(6), settled(6)])).toMatchObject({ status: 0, nextExecution: "2026-11-07T00:01:00.000Z" });
    expect(told([claimed(6), settled(6)], false)).toMatchObject({ status: 1, nextExecution: null });
    expect(told(suspendedOn(6))).toMatchObject({
      status: 3,
      nextExecution: null,
      failedTries: 5,
      failedReason: "refused",
    });
  });

  it("says who may have a waiting report, until its run has ended", () => {
    const arrived = { reached: 0, recipients: 1, unsure: true as const };
    const notBefore = "2026-11-20T10:10:00.000Z";
    const waiting = following([claimed(6)], { ...fail("run-6", 1, "unconfirmed"), arrived, notBefore });
    expect(told(waiting)).toMatchObject({
      failedTries: 0,
      arrived,
      failedReason: "refused. The report may have arrived.",
    });
    const counted = following([claimed(6)], { ...fail("run-6", 1), arrived });
    expect(told(counted)).toMatchObject({ failedReason: "refused. The report may have arrived." });
    expect(told(following(counted, { ...fail("run-6", 2, "lasting"), arrived }))).toMatchObject({
      failedReason: "refused. The report may have arrived. Ask its recipients before you send it again.",
    });
    expect(told([...waiting, settled(6)])).toMatchObject({ arrived: null, failedReason: null });
  });

  it.each([
    [{ reached: 0, recipients: 3, unsure: true as const }, "may have arrived. refused"],
    [{ reached: 1, recipients: 3 }, "reached 1 of 3 recipients. For the others: refused"],
  ])("says that somebody has or may have the report of a failed retry: %j", (arrived, what) => {
    const failedReason = `The report after the stop ${what}. Ask its recipients before you start it, because it covers the same time again.`;
    const start = { type: "Start", enabled: true, past: null, choice: "nothing" } as const;
    const stopped = following(suspendedOn(6), start, extra("retry", at(6), days(5, 6), "retry-1"), {
      ...fail("retry-1", 1, "unconfirmed"),
      arrived,
    });
    expect(told(stopped)).toMatchObject({ status: 3, failedTries: 5, failedReason, arrived });
    const again = following(stopped, start, extra("retry", at(6), days(5, 6), "retry-2"));
    expect(told(again)).toMatchObject({ arrived: null, failedReason: "refused" });
    const advice = "Fix the cause. Ask its recipients before you start it, because it covers the same time again.";
    const earlier = `refused. An earlier report may have reached recipients. ${advice}`;
    expect(told(following(again, fail("retry-2", 1)))).toMatchObject({ arrived: null, failedReason: earlier });
  });

  it("advises on a stopped report whose last report somebody may have, until it is started", () => {
    const arrived = { reached: 0, recipients: 3, unsure: true as const };
    const refused = Array.from({ length: 5 }, (_, n) => ({ ...fail("run-6", n + 1), arrived }));
    const stopped = following([claimed(6)], ...refused);
    const happened = "refused. The report may have arrived.";
    const advice = "Fix the cause. Ask its recipients before you start it, because it covers the same time again.";
    expect(told(stopped)).toMatchObject({ status: 3, failedReason: `${happened} ${advice}` });
    const start = { type: "Start", enabled: true, past: null, choice: "nothing" } as const;
    expect(told(following(stopped, start))).toMatchObject({ failedReason: happened });
    // Paused before the retry began, so nothing is tried until the next start.
    expect(told(following(stopped, start), false)).toMatchObject({ failedReason: `${happened} ${advice}` });
    const again = following(stopped, start, extra("retry", at(6), days(5, 6), "retry-1"));
    expect(told(again)).toMatchObject({ failedReason: happened });
  });

  it("advises on a stopped report that somebody may have, though its first and newest failures reached nobody", () => {
    const arrived = { reached: 1, recipients: 2 };
    const lasting = (day: number) => [claim(day), fail(`run-${day}`, 1, "lasting")];
    const partly = [claim(4), { ...fail("run-4", 1, "lasting"), arrived }];
    const stopped = following([], ...lasting(3), ...partly, ...lasting(5), ...lasting(6), ...lasting(7));
    expect(stopped.at(-1)).toMatchObject({ type: "Suspended", data: { mayHaveArrived: true } });
    expect(told(stopped)).toMatchObject({
      failedReason: expect.stringContaining("An earlier report may have reached"),
    });
    const plain = following([], ...[3, 4, 5, 6, 7].flatMap(lasting));
    expect(plain.at(-1)).not.toHaveProperty("data.mayHaveArrived");
    expect(told(plain)).toMatchObject({ failedReason: "refused" });
    const start = { type: "Start", enabled: true, past: null, choice: "nothing" } as const;
    const delivered = { type: "Settle", run: "retry-1", outcome: "delivered" } as const;
    const over = following(stopped, start, extra("retry", at(7), days(2, 7), "retry-1"), delivered);
    expect(told(suspendedOn(8, over))).toMatchObject({ failedReason: "refused" });
  });

  it("has a due slot that waits for the previous run", () => {
    expect(told([claimed(5)])).toMatchObject({ status: 0, nextExecution: "2026-11-06T00:01:00.000Z" });
  });
});

describe("the status that a page sends", () => {
  it.each([
    ["1 pauses", 1, 0, "pause"],
    ["1 pauses a suspended report", 1, 3, "pause"],
    ["0 starts", 0, 1, "start"],
    ["0 starts a report that was seen suspended", 0, 3, "start"],
    ["an unchanged status is an echo", 0, 0, undefined],
    ["Paused over Paused is an echo", 1, 1, undefined],
    ["Expired is an echo", 2, 0, undefined],
    ["Suspended is an echo", 3, 0, undefined],
    ["ActiveRetry is an echo, even if the report was seen paused", 4, 1, undefined],
    ["SuspendedRetry is an echo", 5, 3, undefined],
  ] as const)("%s", (_name, sent, seen, intent) => {
    expect(statusIntent(sent, seen)).toBe(intent);
  });
});
