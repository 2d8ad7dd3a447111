import { describe, expect, it } from "vitest";
import { contextAt, metadataAt } from "../core/context-for-tests.ts";
import { refusalOf } from "../core/given-for-tests.ts";
import { AutomationStatus } from "../enumerations.ts";
import { ledgerDecider } from "./decider.ts";
import type { FailureKind, LedgerEvent, OrderLeftOut } from "./events.ts";
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
  past,
  settled,
  skippedDays,
  suspendedOn,
} from "./ledger-for-tests.ts";
import type { MailReach } from "./mail-reach.ts";
import { deriveStatus } from "./status.ts";

const status = (events: readonly LedgerEvent[], enabled = true, endsTo: string | null = null) =>
  deriveStatus({ enabled, endsTo }, ledgerOf(...events).state);
const settle = (run: string, outcome: "delivered" | "empty" = "delivered") =>
  ({ type: "Settle", run, outcome }) as const;
const types = (decision: unknown) => (decision as { type: string }[]).map(({ type }) => type);

describe("a due slot", () => {
  it("is claimed with the time since the previous slot, or the usual time if it is the first", () => {
    expect(ledgerOf().when(claim(5))).toEqual([claimed(5)]);
    expect(ledgerOf(claimed(5), settled(5)).when(claim(6))).toEqual([claimed(6)]);
  });

  it("is claimed once, and not for another run", () => {
    expect(ledgerOf(claimed(5)).when(claim(5))).toEqual([]);
    refusalOf(ledgerOf(claimed(5)).when({ ...claim(5), run: "other" }));
    refusalOf(ledgerOf(claimed(5), settled(5)).when(claim(5)));
    refusalOf(ledgerOf(claimed(5), settled(5)).when({ ...claim(5), run: "other" }));
  });

  it("waits until the previous run has an outcome", () => {
    expect(refusalOf(ledgerOf(claimed(5)).when(claim(6))).message).toContain("run-5");
  });

  it("covers the whole time of an outage, and skips the slots before it as one range", () => {
    expect(ledgerOf(claimed(5), settled(5)).when(claim(6, 9))).toEqual([
      {
        type: "SlotsSkipped",
        data: { from: at(6), to: at(8), count: 3, reason: "outage", coveredBy: at(9), period: null },
      },
      claimed(9, 5),
    ]);
    expect(ledgerOf().when(claim(6, 7))).toMatchObject([{}, { data: { period: days(5, 7) } }]);
  });

  it.each([
    ["paused", { enabled: false }, []],
    ["subscription", { subscribed: false }, []],
    ["suspended", {}, suspendedOn(4)],
  ] as const)("is skipped if it cannot run: %s", (reason, standing, before) => {
    const [skip, ...others] = ledgerOf(...before).when({ ...claim(6, 8), ...standing }) as unknown[];
    expect(skip).toMatchObject({
      type: "SlotsSkipped",
      data: { from: at(6), to: at(8), count: 3, reason, coveredBy: null },
    });
    expect(others).toEqual([]);
  });

  it("is skipped if a schedule edit makes it end in already reported time", () => {
    const earlier = { ...past(6), newest: { at: at(6), runAt: at(6), to: midnight(5) } };
    expect(ledgerOf(claimed(5), settled(5)).when({ ...claim(6), past: earlier })).toEqual([
      {
        type: "SlotsSkipped",
        data: { from: at(6), to: at(6), count: 1, reason: "reported", coveredBy: null, period: null },
      },
    ]);
  });

  it("is rejected if the range of past slots is inconsistent", () => {
    for (const wrong of [{ count: 0 }, { count: 2 }, { from: at(7) }, { previous: at(9) }])
      expect(refusalOf(ledgerOf().when({ ...claim(6), past: { ...past(6), ...wrong } })).code).toBe("invalid");
  });
});

describe("a failed attempt", () => {
  it("is repeated after 1, 5, 20 and 60 minutes, and the fifth in a row suspends the report", () => {
    const events = suspendedOn(5);
    const tries = events.flatMap((event) => (event.type === "TryFailed" ? [event.data] : []));
    expect(tries.map(({ failedTries }) => failedTries)).toEqual([1, 2, 3, 4, 5]);
    expect(tries.map(({ retryAt }) => retryAt)).toEqual([
      "2026-11-20T10:01:00.000Z",
      "2026-11-20T10:05:00.000Z",
      "2026-11-20T10:20:00.000Z",
      "2026-11-20T11:00:00.000Z",
      null,
    ]);
    expect(events.slice(-2)).toEqual([
      settled(5, "failed"),
      {
        type: "Suspended",
        data: {
          slot: at(5),
          period: days(4, 5),
          run: "run-5",
          failedTries: 5,
          reason: "refused",
          firstFailure: { at: "2026-11-20T10:00:00.000Z", reason: "refused" },
        },
      },
    ]);
  });

  it("is counted once, even if it is reported again", () => {
    const once = following([claimed(5)], fail("run-5", 1));
    expect(ledgerOf(...once).when(fail("run-5", 1))).toEqual([]);
    refusalOf(ledgerOf(...once).when(fail("run-5", 3)));
    expect(ledgerOf(...suspendedOn(5)).when(fail("run-5", 5))).toEqual([]);
    expect(refusalOf(ledgerOf().when(fail("run-5", 1))).code).toBe("unknown");
  });

  it("is not repeated within its slot if it is permanent, and five such slots in a row suspend the report", () => {
    let events = following([], claim(2), fail("run-2", 1, "lasting"));
    expect(types(events)).toEqual(["SlotClaimed", "TryFailed", "SlotSettled"]);
    expect(status(events)).toBe(AutomationStatus.ActiveRetry);
    for (const day of [3, 4, 5, 6]) events = following(events, claim(day), fail(`run-${day}`, 1, "lasting"));
    expect(types(events).filter((type) => type === "Suspended")).toEqual(["Suspended"]);
    expect(ledgerOf(...events).state.failedTries).toBe(5);
  });

  it("counts across slots until one succeeds", () => {
    const events = following([], claim(2), fail("run-2", 1, "lasting"), claim(3), fail("run-3", 1));
    expect(ledgerOf(...events).state.failedTries).toBe(2);
    const { state } = ledgerOf(...following(events, settle("run-3")));
    expect([state.failedTries, state.failure, state.firstFailure]).toEqual([0, null, null]);
  });
});

const hint = "The report may have arrived. Ask its recipients before you send it again.";
const unsure: MailReach = { reached: 0, recipients: 1, unsure: true };

it.each(["lasting", "temporary", "content", "deferred", "interrupted"] as const)(
  "a failure says that the report may have arrived: %s",
  (kind) => {
    let events: readonly LedgerEvent[] = [claimed(5)];
    for (const ofTry of [1, 2, 3, 4, 5]) events = following(events, { ...fail("run-5", ofTry, kind), arrived: unsure });
    const reason = `refused. ${hint}`;
    expect(events[1]).toMatchObject({ type: "TryFailed", data: { kind, reason, arrived: unsure } });
    expect(events.find(({ type }) => type === "SlotSettled")).toMatchObject({ data: { reason, arrived: unsure } });
    const byHand = following([], extra("test", at(4), days(3, 4), "test-1"), {
      ...fail("test-1", 1, kind),
      arrived: unsure,
    });
    expect(byHand.at(-1)).toMatchObject({ type: "ExtraRunSettled", data: { reason, arrived: unsure } });
  },
);
describe("a failed report that may have arrived without an order", () => {
  const [first, second] = [
    { id: "gid://shopify/Order/1042", name: "#1042" },
    { id: "gid://shopify/Order/1050", name: "#1050" },
  ];
  const failing = (run: string, without: readonly OrderLeftOut[], kind: FailureKind = "lasting") => ({
    ...fail(run, 1, kind),
    mayHaveArrived: true,
    without,
  });

  it("has the order carried by the next report, besides those carried before", () => {
    const lacking = following([], claim(5), { ...settle("run-5"), without: [first] });
    const events = following(lacking, claim(6), failing("run-6", [first, second]));
    expect(events.at(-1)).toMatchObject({ type: "SlotSettled", data: { outcome: "failed", without: [first, second] } });
    expect(ledgerOf(...events).state.carried).toEqual([
      { ...first, slot: at(5), periods: [{ from: days(4, 5).from, to: days(5, 6).to }] },
      { ...second, slot: at(6), periods: [days(5, 6)] },
    ]);
    const next = following(events, claim(7), settle("run-7"));
    expect(ledgerOf(...next).state.carried).toEqual([]);
  });

  it("names the order, but does not carry it, after a manual run", () => {
    const events = following([], extra("test", at(5), days(4, 5), "test-1"), failing("test-1", [first]));
    expect(events.at(-1)).toMatchObject({ type: "ExtraRunSettled", data: { without: [first] } });
    expect(ledgerOf(...events).state.carried).toEqual([]);
  });
});

describe("a failure that doesn't count towards a suspension", () => {
  type Failing = {
    before?: readonly LedgerEvent[];
    run?: string;
    notBefore?: string;
    mayHaveArrived?: boolean;
    arrived?: MailReach;
  };
  /** Fails a run's tries at these instants. */
  const failing = (kind: FailureKind, instants: readonly string[], options: Failing = {}) => {
    const { before = [claimed(5)], run = "run-5", ...more } = options;
    let { state } = ledgerOf(...before);
    const tried = instants.flatMap((instant, n) => {
      const command = { ...fail(run, n + 1, kind), ...more, context: contextAt(instant) };
      const decided = ledgerDecider.decide(command, state) as readonly LedgerEvent[];
      for (const event of decided) state = ledgerDecider.evolve(state, event, metadataAt(instant), 0);
      return decided;
    });
    return { tried, state };
  };
  const retried = following(
    suspendedOn(4),
    { type: "Start", enabled: true, past: null, choice: "nothing" },
    extra("retry", at(4), days(3, 4), "retry-1"),
  );
  const from = Date.parse("2026-11-20T10:00:00.000Z");
  const minute = (minutes: number): string => new Date(from + minutes * 60_000).toISOString();
  const retries = (events: readonly LedgerEvent[]) =>
    events.flatMap((event) => (event.type === "TryFailed" ? [event.data.retryAt] : []));

  it("is retried for 24 hours with growing pauses if our own mail server caused it", () => {
    const instants = [0, 1, 6, 26, 86, ...Array.from({ length: 22 }, (_, n) => 146 + n * 60), 1_440].map(minute);
    const { tried, state } = failing("ours", instants);
    expect(retries(tried)).toEqual([...instants.slice(1), null]);
    expect(tried.at(-1)).toEqual({
      type: "SlotSettled",
      data: {
        slot: at(5),
        run: "run-5",
        outcome: "failed",
        reason: "refused. We tried for 24 hours. The next report covers this time.",
        coveredByNext: true,
      },
    });
    expect([state.failedTries, state.failure, state.firstFailure, state.suspended]).toEqual([0, null, null, null]);
    expect([state.last, state.coveredUntil, state.missing]).toEqual([at(5), midnight(4), []]);
  });

  it("explains why its run waits, until a failure that counts", () => {
    const { state } = failing("ours", [minute(0)]);
    expect([state.open?.waitsFor, state.open?.failures, status([])]).toEqual(["refused", 1, AutomationStatus.Active]);
    const counted = ledgerDecider.evolve(
      state,
      {
        type: "TryFailed",
        data: { run: "run-5", try: 2, kind: "temporary", reason: "no", failedTries: 1, retryAt: minute(9) },
      },
      metadataAt(minute(5)),
      0,
    );
    expect([counted.open?.waitsFor, counted.failedTries]).toEqual([null, 1]);
  });

  it.each([
    ["somebody may have the report", { mayHaveArrived: true, arrived: unsure }, [claimed(5)], ` ${hint}`],
    ["later time is accounted for", {}, [claimed(5), skippedDays(6, 7, "paused")], ""],
  ] as const)("of our own mail server leaves its time missing if %s", (_, more, before, advice) => {
    const { tried, state } = failing("ours", [minute(0), minute(1_440)], { ...more, before });
    const reason = `refused. We tried for 24 hours.${advice}`;
    expect(tried.at(-1)).toMatchObject({ type: "SlotSettled", data: { reason } });
    expect(state.missing[0]).toMatchObject({ reason: "failed", period: days(4, 5) });
  });

  it.each([
    ["within 24 hours", 86, "refused The next report covers this time."],
    ["after 24 hours", 2_880, "refused. We tried for 24 hours. The next report covers this time."],
  ])("of our own mail server ends the run at once if a retry cannot help, %s", (_, minutes, reason) => {
    const command = { ...fail("run-5", 2, "ours"), final: true as const, context: contextAt(minute(minutes)) };
    const { state: known } = failing("ours", [minute(0)]);
    const decided = ledgerDecider.decide(command, known) as readonly LedgerEvent[];
    expect(decided).toMatchObject([
      { type: "TryFailed", data: { kind: "ours", retryAt: null, failedTries: 0 } },
      { type: "SlotSettled", data: { outcome: "failed", reason, coveredByNext: true } },
    ]);
  });

  it.each([
    ["of a recipients' server that defers the mail", "deferred"],
    ["because Sheaf's own server stopped", "interrupted"],
  ] as const)("%s is tried five times and never suspends the report", (_, kind) => {
    const { tried, state } = failing(kind, [0, 1, 6, 26, 86].map(minute));
    expect(retries(tried)).toEqual([...[1, 6, 26, 86].map(minute), null]);
    expect(tried.at(-1)).toEqual(settled(5, "failed"));
    expect([state.failedTries, state.suspended]).toEqual([0, null]);
    expect(state.missing).toMatchObject([{ reason: "failed", period: days(4, 5) }]);
  });

  it("of refused content is retried once, at the time that the receiver's adapter gives", () => {
    const { tried, state } = failing("content", [minute(0), minute(60)], { notBefore: minute(60) });
    expect(retries(tried)).toEqual([minute(60), null]);
    expect([tried.at(-1), state.failedTries]).toEqual([settled(5, "failed"), 0]);
    expect(retries(failing("content", [minute(0)]).tried)).toEqual([null]);
  });

  it("of a lost answer is tried five times while the receiver's adapter gives a time", () => {
    const { tried, state } = failing("unconfirmed", [0, 10, 15, 35, 95].map(minute), { notBefore: minute(10) });
    expect(retries(tried)).toEqual([...[10, 15, 35, 95].map(minute), null]);
    expect([tried.at(-1), state.failedTries, state.suspended]).toEqual([settled(5, "failed"), 0, null]);
    // Without one, nobody may be sent the mail again.
    expect(retries(failing("unconfirmed", [minute(0)]).tried)).toEqual([null]);
  });

  it("does not change the count of earlier failures", () => {
    const events = following([claimed(5)], fail("run-5", 1), fail("run-5", 2, "ours"), fail("run-5", 3));
    expect(events.flatMap((event) => (event.type === "TryFailed" ? [event.data.failedTries] : []))).toEqual([1, 1, 2]);
  });

  it("of our own mail server repeats a suspended report's retry, but not a manual run", () => {
    const { tried, state } = failing("ours", [minute(0)], { before: retried, run: "retry-1" });
    expect([retries(tried), state.suspended?.run, state.failedTries]).toEqual([[minute(1)], "run-4", 5]);
    const byHand = following([], extra("test", at(4), days(3, 4), "test-1"), fail("test-1", 1, "ours"));
    expect(types(byHand)).toEqual(["ExtraRunClaimed", "ExtraRunSettled"]);
  });

  it("ends a suspended report's retry after 24 hours, and says that it stays stopped", () => {
    const { tried, state } = failing("ours", [minute(0), minute(1_440)], { before: retried, run: "retry-1" });
    const reason = "refused. We tried for 24 hours. The automated report stays stopped until you start it.";
    expect(tried.at(-1)).toMatchObject({ type: "ExtraRunSettled", data: { cause: "retry", reason } });
    expect(state.suspended).not.toBeNull();
  });
});

describe("an attempt that is brought forward", () => {
  const tryNow = { type: "TryNow" } as const;
  const failedOnce = following([claimed(5)], fail("run-5", 1));

  it("begins at once if one is waiting, and is recorded like any other", () => {
    const events = following(failedOnce, tryNow);
    expect(events.slice(failedOnce.length)).toEqual([
      { type: "TryBroughtForward", data: { run: "run-5", try: 2, retryAt: "2026-11-20T10:00:00.000Z" } },
    ]);
    const { state } = ledgerOf(...events);
    expect([state.open?.retryAt, state.open?.failures, state.failedTries]).toEqual(["2026-11-20T10:00:00.000Z", 1, 1]);
    expect(types(following(events, fail("run-5", 2))).slice(events.length)).toEqual(["TryFailed"]);
  });

  it("begins once, however often it is requested", () => {
    expect(ledgerOf(...following(failedOnce, tryNow)).when(tryNow)).toEqual([]);
  });

  it("is rejected if none is waiting", () => {
    for (const events of [[], [claimed(5)], [claimed(5), settled(5)], suspendedOn(5)])
      expect(refusalOf(ledgerOf(...events).when(tryNow)).code).toBe("rule");
  });
});

describe("a report that is sent again", () => {
  const again = (run: string) => extra("again", at(4), days(3, 4), run);

  it("runs outside the schedule with one attempt, and changes neither failures nor missing time", () => {
    const before = following([claimed(5)], fail("run-5", 1));
    const events = following(before, again("again-1"), fail("again-1", 1));
    expect(types(events).slice(before.length)).toEqual(["ExtraRunClaimed", "ExtraRunSettled"]);
    const [then, now] = [ledgerOf(...before).state, ledgerOf(...events).state];
    expect({ ...now, settled: [], slotsByHand: [] }).toEqual({ ...then, settled: [], slotsByHand: [] });
  });

  it("runs one at a time, and never beside a test", () => {
    const events = following([claimed(5), settled(5)], again("again-1"));
    expect(ledgerOf(...events).when(again("again-1"))).toEqual([]);
    expect(refusalOf(ledgerOf(...events).when(again("again-2"))).message).toContain("being sent again");
    const test = extra("test", at(4), days(3, 4), "test-1");
    expect(refusalOf(ledgerOf(...events).when(test)).message).toContain("being sent again");
    expect(refusalOf(ledgerOf(...following([], test)).when(again("again-1"))).message).toContain(
      "test run is under way",
    );
  });
});

describe("an outcome", () => {
  it("is recorded once and never changes", () => {
    expect(ledgerOf(claimed(5)).when(settle("run-5", "empty"))).toEqual([settled(5, "empty")]);
    expect(ledgerOf(claimed(5), settled(5, "empty")).when(settle("run-5", "empty"))).toEqual([]);
    refusalOf(ledgerOf(claimed(5), settled(5, "empty")).when(settle("run-5")));
    refusalOf(ledgerOf(...suspendedOn(5)).when(settle("run-5")));
  });
});

describe("starting a paused report", () => {
  const start = (choice: "nothing" | "one" | "each") =>
    ({ type: "Start", enabled: false, past: past(6, 8), choice }) as const;
  const slots = [6, 7, 8].map((day) => past(day).newest);
  const paused = ledgerOf(claimed(5), settled(5));

  it("skips the passed slots, and requests no report, one for all or one for each", () => {
    const skip = skippedDays(6, 8, "paused");
    const resumed = (choice: string, catchUps: unknown) => ({
      type: "Resumed",
      data: { choice, catchUps, retry: false, retryOf: null, calledOff: [] },
    });
    expect(paused.when(start("nothing"))).toEqual([skip, resumed("nothing", [])]);
    expect(paused.when(start("one"))).toEqual([skip, resumed("one", [{ slot: at(8), period: days(5, 8) }])]);
    const each = [6, 7, 8].map((day) => ({ slot: at(day), period: days(day - 1, day) }));
    expect(paused.when({ ...start("each"), slots })).toEqual([skip, resumed("each", each)]);
  });

  it("does nothing if no slot passed, or if the report is running", () => {
    expect(paused.when({ ...start("one"), past: null })).toEqual([]);
    expect(paused.when({ ...start("one"), enabled: true })).toEqual([]);
  });

  it("includes time skipped earlier for another reason", () => {
    const events = [claimed(5), settled(5), skippedDays(6, 7, "subscription")];
    const decision = ledgerOf(...events).when({ ...start("one"), past: past(8) });
    expect(decision).toMatchObject([
      { data: { period: days(7, 8) } },
      { data: { catchUps: [{ period: days(5, 8) }] } },
    ]);
    expect(ledgerOf(...events).when({ ...start("one"), past: null })).toMatchObject([{ type: "Resumed" }]);
  });

  it("treats adjacent slots that were skipped for the same reason as one range", () => {
    const { state } = ledgerOf(
      claimed(5),
      settled(5),
      skippedDays(6, 6, "subscription"),
      skippedDays(7, 8, "subscription"),
    );
    expect(state.missing).toMatchObject([
      { from: at(6), to: at(8), count: 3, reason: "subscription", period: days(5, 8) },
    ]);
  });

  it("is rejected if its slots differ from the passed ones or are too many for a report each", () => {
    refusalOf(paused.when({ ...start("each"), slots: slots.slice(1) }));
    const many = { ...past(6, 8), count: 401 };
    expect(refusalOf(paused.when({ ...start("each"), past: many })).message).toContain("up to 400");
  });

  it("makes catch-ups one after another, without changing any slot's outcome", () => {
    const events = following([claimed(5), settled(5)], { ...start("each"), slots });
    const first = extra("catch-up", at(6), days(5, 6), "c-6");
    refusalOf(ledgerOf(...events).when(extra("catch-up", at(7), days(6, 7), "c-7")));
    expect(types(ledgerOf(...events).when(first))).toEqual(["ExtraRunClaimed"]);
    const one = following(events, first);
    expect(ledgerOf(...one).when(first)).toEqual([]);
    refusalOf(ledgerOf(...one).when(extra("catch-up", at(7), days(6, 7), "c-7")));
    const { state } = ledgerOf(...following(one, settle("c-6")));
    expect([state.last, state.coveredUntil, state.catchUps.length]).toEqual([at(8), midnight(8), 2]);
    // Time covered by a catch-up is no longer missing.
    expect(state.missing.map(({ period }) => period)).toEqual([days(6, 7), days(7, 8)]);
  });
});

describe("waiting catch-ups", () => {
  const start = (choice: "nothing" | "one" | "each", last = 8) =>
    ({ type: "Start", enabled: false, past: last === 8 ? past(6, 8) : null, choice, slots: singles }) as const;
  const singles = [6, 7, 8].map((day) => past(day).newest);
  const waiting = following([claimed(5), settled(5)], start("each"));
  const off = (resumed: number, because: "paused" | "deleted" = "paused") =>
    ({ type: "CallOff", because, resumed }) as const;
  const [c6, c7, c8] = [6, 7, 8].map((day) => ({ slot: at(day), period: days(day - 1, day) }));

  it("are called off once when the report is paused, and offered again", () => {
    const begun = following(waiting, extra("catch-up", at(6), days(5, 6), "c-6"));
    expect(ledgerOf(...begun).when(off(1))).toEqual([
      { type: "CatchUpsCalledOff", data: { because: "paused", catchUps: [c7, c8] } },
    ]);
    const paused = following(begun, off(1), settle("c-6"));
    expect(ledgerOf(...paused).when(off(1))).toEqual([]);
    expect(ledgerOf(...paused).state.catchUps).toEqual([]);
    const again = { ...start("one"), past: past(9) };
    expect(ledgerOf(...paused).when(again)).toMatchObject([
      {},
      { data: { catchUps: [{ slot: at(9), period: days(6, 9) }], calledOff: [] } },
    ]);
    expect(ledgerOf(...paused).when({ ...again, choice: "nothing" })).toMatchObject([{}, { data: { catchUps: [] } }]);
    expect(ledgerOf(...following(paused, { ...again, choice: "nothing" })).state.missing).toEqual([]);
  });

  it.each([
    ["is open", [claim(9), off(1)]],
    ["is claimed by a scheduler that has not seen the pause", [off(1), claim(9)]],
  ] as const)("are offered again if the report is paused while a slot's run %s", (_when, commands) => {
    const paused = following(waiting, ...commands, settle("run-9"));
    expect(ledgerOf(...paused).state.catchUps).toEqual([]);
    const each = { type: "Start", enabled: false, past: null, choice: "each", slots: singles } as const;
    expect(ledgerOf(...paused).when(each)).toMatchObject([{ type: "Resumed", data: { catchUps: [c6, c7, c8] } }]);
    const one = following(paused, { ...each, choice: "one" });
    expect(ledgerOf(...one).state.catchUps).toEqual([{ slot: at(8), period: days(5, 8) }]);
    expect(ledgerOf(...following(paused, { ...each, choice: "nothing" })).state.missing).toEqual([]);
  });

  it("remain if the merchant has started the report again since", () => {
    const again = following(waiting, start("one", 0));
    expect(ledgerOf(...again).when(off(1))).toEqual([]);
  });

  it("are replaced by a different choice, but not by the same one", () => {
    expect(ledgerOf(...waiting).when(start("each", 0))).toEqual([]);
    expect(ledgerOf(...waiting).when(start("one", 0))).toEqual([
      {
        type: "Resumed",
        data: {
          choice: "one",
          catchUps: [{ slot: at(8), period: days(5, 8) }],
          retry: false,
          retryOf: null,
          calledOff: [c6, c7, c8],
        },
      },
    ]);
    const one = following([claimed(5), settled(5)], start("one"));
    expect(ledgerOf(...one).when(start("each", 0))).toMatchObject([{ data: { catchUps: [c6, c7, c8] } }]);
    expect(ledgerOf(...waiting).when(start("nothing", 0))).toMatchObject([{ data: { calledOff: [c6, c7, c8] } }]);
  });

  it("remain beside a retry if an old event chose both", () => {
    const old: LedgerEvent = {
      type: "Resumed",
      data: { choice: "each", catchUps: [{ slot: at(8), period: days(7, 8) }], retry: true },
    };
    const before = [...suspendedOn(6, [claimed(5), settled(5)]), skippedDays(7, 7, "suspended")];
    const { state } = ledgerOf(...before, skippedDays(8, 8, "suspended"), old);
    expect(state.retry).toEqual({ slot: at(8), period: days(5, 7) });
    expect(state.catchUps).toEqual([{ slot: at(8), period: days(7, 8) }]);
    // Old ledgers: the retry covers the catch-up's time too, so the catch-up is dropped.
    const claimedAll: LedgerEvent = {
      type: "ExtraRunClaimed",
      data: { cause: "retry", slot: at(8), period: days(5, 8), run: "r", ...facts },
    };
    expect(ledgerOf(...before, skippedDays(8, 8, "suspended"), old, claimedAll).state).toMatchObject({
      catchUps: [],
      missing: [],
    });
  });
});

describe("a suspended report", () => {
  const start = { type: "Start", enabled: true, past: past(7, 8), choice: "nothing" } as const;
  const events = suspendedOn(6, [claimed(5), settled(5)]);
  const started = following(events, start);
  const retry = extra("retry", at(8), days(5, 8), "retry");

  it("is retried once when it is started, over all time since the last successful report", () => {
    expect(status(events)).toBe(AutomationStatus.Suspended);
    expect(started.slice(-2)).toEqual([
      skippedDays(7, 8, "suspended"),
      {
        type: "Resumed",
        data: {
          choice: "nothing",
          catchUps: [],
          retry: true,
          retryOf: { slot: at(8), period: days(5, 8) },
          calledOff: [],
        },
      },
    ]);
    expect(status(started)).toBe(AutomationStatus.SuspendedRetry);
    expect(ledgerOf(...started).when({ ...start, past: null })).toEqual([]);
    refusalOf(ledgerOf(...started).when(extra("retry", at(8), days(7, 8), "retry")));
    expect(status(following(started, retry))).toBe(AutomationStatus.SuspendedRetry);
  });

  it("gets no second report for all slots, but one for each if chosen", () => {
    const [, resumed] = ledgerOf(...events).when({ ...start, choice: "one" }) as LedgerEvent[];
    expect(resumed).toMatchObject({ data: { choice: "one", catchUps: [], retry: true } });
    const slots = [7, 8].map((day) => past(day).newest);
    expect(ledgerOf(...events).when({ ...start, choice: "each", slots })).toMatchObject([
      {},
      { data: { catchUps: [{ slot: at(7) }, { slot: at(8) }], retry: true } },
    ]);
  });

  it("is active again with no failures if the retry works", () => {
    const cured = following(started, retry, settle("retry"));
    expect(status(cured)).toBe(AutomationStatus.Active);
    expect(ledgerOf(...cured).state).toMatchObject({ failedTries: 0, suspended: null, missing: [] });
    expect(types(ledgerOf(...cured).when(claim(9)))).toEqual(["SlotClaimed"]);
  });

  it("stays suspended if the retry fails, without being suspended twice, and can be started again", () => {
    const again = following(started, retry, fail("retry", 1));
    expect(types(again).filter((type) => type === "Suspended")).toHaveLength(1);
    expect(types(again).slice(-2)).toEqual(["TryFailed", "ExtraRunSettled"]);
    expect(status(again)).toBe(AutomationStatus.Suspended);
    expect(ledgerOf(...again).state).toMatchObject({ failedTries: 6, open: null });
    expect(ledgerOf(...again).when({ ...start, past: null })).toMatchObject([
      // A receiver may have the first file, so the second gets another name.
      { type: "Resumed", data: { retryOf: { slot: at(8), period: days(5, 8), tried: 1 } } },
    ]);
  });

  it("also makes up for a failed catch-up, after the newest missing time", () => {
    const paused = following([claimed(5), settled(5)], { ...start, enabled: false, past: past(6), choice: "one" });
    const failed = following(
      paused,
      claim(7),
      settle("run-7"),
      extra("catch-up", at(6), days(5, 6), "c"),
      ...[1, 2, 3, 4, 5].map((n) => fail("c", n)),
    );
    const two = past(8, 9);
    const [, resumed] = ledgerOf(...failed).when({ ...start, past: two }) as LedgerEvent[];
    expect(resumed).toMatchObject({
      data: {
        retryOf: { slot: at(9), period: days(7, 9) },
        catchUps: [{ slot: at(6), period: days(5, 6), tried: 1 }],
      },
    });
    const each = { ...start, past: two, choice: "each", slots: [8, 9].map((day) => past(day).newest) } as const;
    expect(ledgerOf(...failed).when(each)).toMatchObject([
      {},
      {
        data: {
          retryOf: { slot: at(6), period: days(5, 6) },
          catchUps: [{ slot: at(8) }, { slot: at(9) }],
        },
      },
    ]);
  });

  it("leaves the time after its retry to the next slot", () => {
    const late = following(started, retry, settle("retry"));
    expect(ledgerOf(...late).when(claim(9))).toEqual([claimed(9, 8)]);
  });

  it("retries what failed last if no slot's time is missing", () => {
    const paused = following([claimed(5), settled(5)], { ...start, enabled: false, past: past(6), choice: "one" });
    const done = following([...paused], claim(7), settle("run-7"), extra("catch-up", at(6), days(5, 6), "c"));
    const suspended = following(done, ...[1, 2, 3, 4, 5].map((n) => fail("c", n)), { ...start, past: null });
    expect(ledgerOf(...suspended).when(extra("retry", at(6), days(5, 6), "r"))).toMatchObject([
      { type: "ExtraRunClaimed", data: { tried: 1 } },
    ]);
  });
});

describe("a test run", () => {
  const test = extra("test", at(5), days(4, 5), "test");

  it("runs beside the others, one at a time, and does not affect them", () => {
    const events = following([claimed(5)], fail("run-5", 1), test);
    expect(ledgerOf(...events).when(test)).toEqual([]);
    refusalOf(ledgerOf(...events).when({ ...test, run: "test-2" }));
    const failed = following(events, fail("test", 1));
    expect(failed.at(-1)).toEqual({
      type: "ExtraRunSettled",
      data: { cause: "test", slot: at(5), run: "test", outcome: "failed", reason: "refused" },
    });
    const worked = following(events, settle("test"));
    for (const ended of [failed, worked]) {
      const { settled: _, slotsByHand: ofTests, ...state } = ledgerOf(...ended).state;
      const { settled: __, slotsByHand: ___, ...before } = ledgerOf(...following([claimed(5)], fail("run-5", 1))).state;
      expect(state).toEqual(before);
      expect(ofTests).toEqual([{ slot: at(5), count: 1 }]);
    }
  });
});

describe("the end of a report", () => {
  const expire = { type: "Expire", endsTo: "2026-11-05", past: null } as const;

  it("comes once, when every slot has its outcome, and is undone if the end is moved", () => {
    refusalOf(ledgerOf(claimed(5)).when(expire));
    refusalOf(ledgerOf().when({ ...expire, past: past(5) }));
    const events = following([claimed(5), settled(5)], expire);
    expect(ledgerOf(...events).when(expire)).toEqual([]);
    expect(status(events, true, "2026-11-05")).toBe(AutomationStatus.Expired);
    expect(status(events, true, "2026-12-05")).toBe(AutomationStatus.Active);
    expect(status(events, false, "2026-11-05")).toBe(AutomationStatus.Paused);
    expect(ledgerOf(...following(events, claim(6))).state.expired).toBeNull();
  });
});

describe("a claim", () => {
  it("records the facts that its run depends on", () => {
    expect(ledgerOf().when(claim(5))).toMatchObject([{ data: facts }]);
    expect(ledgerOf(claimed(5)).state.open?.facts).toEqual(facts);
  });
});
