import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AutomationStatus, Frequency } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { LedgerEvent, ResumeChoice } from "#domain/ledger/events.ts";
import { computeCatchUpProgress } from "#domain/ledger/planning/catch-up-progress.ts";
import { deriveStatus } from "#domain/ledger/status.ts";
import { byMail, destinationOf } from "#tests/year/destinations.ts";
import { nameOf, ordersIn as ordersOfTime } from "#tests/year/orders.ts";
import { type OpenShop, openShop, type Report } from "#tests/year/shops.ts";
import { createWorld, type Living } from "#tests/year/world.ts";

let world: Living;
let shop: OpenShop;
beforeEach(async () => {
  world = await createWorld("2026-11-01T09:00:00.000Z");
  shop = await openShop(world, "aurora", "Europe/Athens");
});
afterEach(() => world.close());

const toAnn = byMail("ann@partner.example");
/** 00:01 in Athens of a day of November. */
const slot = (day: number): string => new Date(Date.UTC(2026, 10, day, -2, 1)).toISOString().replace(".000Z", "Z");
const midnight = (day: number): string => new Date(Date.UTC(2026, 10, day, -2)).toISOString().replace(".000Z", "Z");
const ledgerOf = async ({ automationId }: Report): Promise<LedgerEvent[]> =>
  (await world.read(`automation-${automationId}`)) as unknown as LedgerEvent[];
const of = async <Type extends LedgerEvent["type"]>(report: Report, type: Type) =>
  (await ledgerOf(report)).flatMap((event) =>
    event.type === type ? [event.data as Extract<LedgerEvent, { type: Type }>["data"]] : [],
  );
const outcomesOf = async (report: Report) =>
  (await of(report, "SlotSettled")).map((settled) => [settled.slot, settled.outcome]);
const status = async (report: Report) => {
  const { enabled, schedule } = await shop.definitionOf(report.automationId);
  const { state } = await world.runner.load(ledgerDecider, report.automationId);
  return deriveStatus({ enabled, endsTo: schedule.endsTo }, state);
};
const ordersIn = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(",")[0])
    .sort();
const ordersArrived = () => world.receivers.mail.arrived.map(({ text }) => ordersIn(text ?? ""));
const ordersUploaded = () => [...world.receivers.ftp.files.values()].map((file) => ordersIn(file.toString()));
/** Failed e-mails rarely count towards a suspension. */
const byFtp = () => destinationOf(world.receivers, "ftp", "in");
/** No receiver accepts anything now, not even small files. */
const refuseAll = (): void => {
  world.receivers.set("busy");
  world.receivers.ftp.fault = "refuse";
};
const ordersOf = (from: string, to: string) => ordersOfTime(from, to).map(nameOf).sort();

describe("a report whose receiver refuses every delivery", () => {
  it("is retried four times, suspended with one alert, and once restarted covers all missed time", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, byFtp());
    await world.runUntil("2026-11-02T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Active);
    refuseAll();
    await world.runUntil("2026-11-02T22:30:00Z");
    expect(await status(report)).toBe(AutomationStatus.ActiveRetry);
    await world.runUntil("2026-11-04T12:00:00Z");
    const failed = (await of(report, "TryFailed")).map(({ retryAt }) => retryAt && Date.parse(retryAt));
    const first = Date.parse(slot(3));
    const minutes = failed.map((at) => at && Math.round((at - first) / 60_000));
    expect(minutes).toEqual([1, 6, 26, 86, null]);
    expect(await status(report)).toBe(AutomationStatus.Suspended);
    world.receivers.set("works");
    await world.runUntil("2026-11-05T12:00:00Z");
    const [suspended, ...others] = await of(report, "Suspended");
    expect(others).toEqual([]);
    expect(world.receivers.mail.alerts).toEqual([suspended?.run]);

    await shop.start(report, "nothing");
    expect(await status(report)).toBe(AutomationStatus.SuspendedRetry);
    await world.runUntil("2026-11-06T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Active);
    expect((await of(report, "ExtraRunClaimed")).map(({ cause, period }) => [cause, period])).toEqual([
      ["retry", { from: midnight(2), to: midnight(5) }],
    ]);
    expect((await of(report, "SlotsSkipped")).map(({ reason, from, to }) => [reason, from, to])).toEqual([
      ["suspended", slot(4), slot(5)],
    ]);
    expect(await outcomesOf(report)).toEqual([
      [slot(2), "delivered"],
      [slot(3), "failed"],
      [slot(6), "delivered"],
    ]);
    expect(ordersUploaded()).toEqual([
      ordersOf(midnight(1), midnight(2)),
      ordersOf(midnight(2), midnight(5)),
      ordersOf(midnight(5), midnight(6)),
    ]);
  });

  it("is suspended again if restarted before the fault is fixed, without a second alert", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, byFtp());
    refuseAll();
    await world.runUntil("2026-11-03T12:00:00Z");
    await shop.start(report, "nothing");
    await world.runUntil("2026-11-04T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Suspended);
    expect((await of(report, "ExtraRunSettled")).map(({ cause, outcome }) => [cause, outcome])).toEqual([
      ["retry", "failed"],
    ]);
    world.receivers.set("works");
    await world.runUntil("2026-11-04T14:00:00Z");
    expect(world.receivers.mail.alerts).toHaveLength(1);
    await shop.start(report, "nothing");
    await world.runUntil("2026-11-05T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Active);
    expect(ordersUploaded()).toEqual([ordersOf(midnight(1), midnight(4)), ordersOf(midnight(4), midnight(5))]);
  });

  it("is tried once per slot when a retry can't help, and suspended after five failed slots", async () => {
    const report = await shop.automate({}, destinationOf(world.receivers, "sftp", "in"));
    world.receivers.set("closed");
    await world.runUntil("2026-11-05T12:00:00Z");
    expect(world.receivers.sftp.passwords).toHaveLength(4);
    expect(await status(report)).toBe(AutomationStatus.ActiveRetry);
    await world.runUntil("2026-11-06T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Suspended);
    expect(await outcomesOf(report)).toEqual([2, 3, 4, 5, 6].map((day) => [slot(day), "failed"]));
    expect(world.receivers.mail.alerts).toHaveLength(1);
  });
});

describe("a report restarted after three days of pause", () => {
  it.each<[ResumeChoice, [number, number][]]>([
    ["nothing", []],
    ["one", [[2, 5]]],
    [
      "each",
      [
        [2, 3],
        [3, 4],
        [4, 5],
      ],
    ],
  ])("gets %s for the paused days, whose slots stay skipped", async (choice, caughtUp) => {
    const report = await shop.automate({ frequency: Frequency.Daily }, toAnn);
    await world.runUntil("2026-11-02T12:00:00Z");
    await shop.edit(report, { enabled: false });
    expect(await status(report)).toBe(AutomationStatus.Paused);
    await world.runUntil("2026-11-05T12:00:00Z");
    await shop.start(report, choice);
    await world.runUntil("2026-11-06T12:00:00Z");
    expect((await of(report, "SlotsSkipped")).map(({ reason, count }) => [reason, count])).toEqual([["paused", 3]]);
    expect(await outcomesOf(report)).toEqual([
      [slot(2), "delivered"],
      [slot(6), "delivered"],
    ]);
    const periods = (await of(report, "ExtraRunClaimed")).map(({ cause, period }) => [cause, period]);
    expect(periods).toEqual(caughtUp.map(([from, to]) => ["catch-up", { from: midnight(from), to: midnight(to) }]));
    expect(ordersArrived()).toEqual(
      [[1, 2], ...caughtUp, [5, 6]].map(([from = 0, to = 0]) => ordersOf(midnight(from), midnight(to))),
    );
  });
});

describe("a suspended report restarted with one report for each missed slot", () => {
  it("covers the failed slot with its retry, and each skipped day once", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, byFtp());
    refuseAll();
    await world.runUntil("2026-11-04T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Suspended);
    world.receivers.set("works");
    await shop.start(report, "each");
    await world.runUntil("2026-11-05T12:00:00Z");
    expect((await of(report, "ExtraRunClaimed")).map(({ cause, period }) => [cause, period])).toEqual([
      ["retry", { from: midnight(1), to: midnight(2) }],
      ["catch-up", { from: midnight(2), to: midnight(3) }],
      ["catch-up", { from: midnight(3), to: midnight(4) }],
    ]);
    // The slot that failed had a run: its receiver may have that file, whatever it answered.
    const names = ["02 0001 retry", "03 0001", "04 0001", "05 0001"];
    expect([...world.receivers.ftp.files.keys()]).toEqual(names.map((one) => `/in/${report.title} 2026-11-${one}.csv`));
    expect(ordersUploaded()).toEqual([1, 2, 3, 4].map((day) => ordersOf(midnight(day), midnight(day + 1))));
  });
});

describe("a report paused while catch-ups are waiting", () => {
  const rested = async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, toAnn);
    await world.runUntil("2026-11-02T12:00:00Z");
    await shop.edit(report, { enabled: false });
    await world.runUntil("2026-11-05T12:00:00Z");
    world.receivers.set("busy");
    await shop.start(report, "each");
    await world.runUntil("2026-11-05T12:00:30Z");
    // The first of three waits for another attempt, two for their turn.
    return report;
  };
  const catchingUp = async (report: Report, from: number, to: number) => {
    const { state } = await world.runner.load(ledgerDecider, report.automationId);
    return computeCatchUpProgress(state, { from: midnight(from), to: midnight(to) });
  };

  it("cancels catch-ups that haven't started, and covers their time after the next start", async () => {
    const report = await rested();
    expect(await catchingUp(report, 2, 5)).toEqual({ waiting: 2, calledOff: false });
    await shop.edit(report, { enabled: false });
    world.receivers.set("works");
    await world.runUntil("2026-11-05T13:00:00Z");
    expect(await of(report, "CatchUpsCalledOff")).toMatchObject([
      { because: "paused", catchUps: [{ slot: slot(4) }, { slot: slot(5) }] },
    ]);
    expect(await catchingUp(report, 2, 5)).toEqual({ waiting: 0, calledOff: true });
    await world.runUntil("2026-11-06T12:00:00Z");
    await shop.start(report, "one");
    await world.runUntil("2026-11-07T12:00:00Z");
    expect(ordersArrived()).toEqual(
      [
        [1, 2],
        [2, 3],
        [3, 6],
        [6, 7],
      ].map(([from = 0, to = 0]) => ordersOf(midnight(from), midnight(to))),
    );
    expect(await catchingUp(report, 2, 5)).toEqual({ waiting: 0, calledOff: false });
  });

  it("cancels waiting catch-ups even if the pause ended before a scheduler noticed it", async () => {
    const report = await rested();
    world.down.add("scheduler");
    await shop.edit(report, { enabled: false });
    await world.runUntil("2026-11-05T12:10:00Z");
    await shop.edit(report, { enabled: true });
    world.receivers.set("works");
    world.down.delete("scheduler");
    await world.runUntil("2026-11-05T20:00:00Z");
    expect(await of(report, "CatchUpsCalledOff")).toHaveLength(1);
    expect(ordersArrived()).toEqual([ordersOf(midnight(1), midnight(2)), ordersOf(midnight(2), midnight(3))]);
  });
});

describe("a report of a shop that moves west", () => {
  it("gives each file its own name, even when a local time occurs twice", async () => {
    const report = await shop.automate({ frequency: Frequency.Hourly }, destinationOf(world.receivers, "ftp", "in"));
    await world.runUntil("2026-11-01T12:30:00Z");
    await shop.move("America/New_York");
    await world.runUntil("2026-11-01T20:30:00Z");
    const names = [...world.receivers.ftp.files.keys()].map((path) =>
      path.slice(`/in/${report.title} 2026-11-01 `.length),
    );
    expect(names).toEqual([
      "1200.csv",
      "1300.csv",
      "1400.csv",
      "0800 UTC-0500.csv",
      "0900 UTC-0500.csv",
      "1000 UTC-0500.csv",
      "1100 UTC-0500.csv",
      "1200 UTC-0500.csv",
      "1300 UTC-0500.csv",
      "1400 UTC-0500.csv",
      "1500.csv",
    ]);
  });
});

describe("a report with an end date", () => {
  it("has its last slot on that day, then expires, and runs again once the end is moved", async () => {
    const report = await shop.automate({ endsTo: "2026-11-04" }, toAnn);
    await world.runUntil("2026-11-04T21:59:00Z");
    expect(await status(report)).toBe(AutomationStatus.Active);
    await world.runUntil("2026-11-07T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Expired);
    expect((await outcomesOf(report)).map(([at]) => at)).toEqual([2, 3, 4].map(slot));
    const { schedule } = await shop.definitionOf(report.automationId);
    await shop.edit(report, { schedule: { ...schedule, endsTo: "2026-11-10" } });
    expect(await status(report)).toBe(AutomationStatus.Active);
    await world.runUntil("2026-11-20T12:00:00Z");
    expect(await status(report)).toBe(AutomationStatus.Expired);
    expect((await of(report, "AutomationExpired")).map(({ endsTo }) => endsTo)).toEqual(["2026-11-04", "2026-11-10"]);
    // Between the ends there were no slots; the first one after has their time.
    expect((await outcomesOf(report)).map(([at]) => at)).toEqual([2, 3, 4, 8, 9, 10].map(slot));
    expect(ordersArrived()[3]).toEqual(ordersOf(midnight(4), midnight(8)));
  });
});

describe("a shop that uninstalled Sheaf", () => {
  it("gets no reports, records its slots as skipped, and gets reports again once it reinstalls", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, toAnn);
    await world.runUntil("2026-11-02T12:00:00Z");
    await shop.uninstall();
    await world.runUntil("2026-11-05T12:00:00Z");
    await shop.comeBack();
    await world.runUntil("2026-11-07T12:00:00Z");
    expect((await of(report, "SlotsSkipped")).map(({ reason, from, to }) => [reason, from, to])).toEqual([
      ...[3, 4, 5].map((day) => ["subscription", slot(day), slot(day)]),
    ]);
    expect(await outcomesOf(report)).toEqual([2, 6, 7].map((day) => [slot(day), "delivered"]));
    expect(world.receivers.mail.arrived).toHaveLength(3);
  });

  it("fails a run in progress and delivers nothing from it", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, toAnn);
    world.receivers.set("busy");
    await world.runUntil("2026-11-01T22:05:00Z");
    await shop.uninstall();
    world.receivers.set("works");
    await world.runUntil("2026-11-03T12:00:00Z");
    expect(await outcomesOf(report)).toEqual([[slot(2), "failed"]]);
    expect(world.receivers.mail.arrived).toEqual([]);
  });
});

describe("a report with its date filter off", () => {
  it("covers the 90 days before its slot, while its periods stay contiguous", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, toAnn, { applyDateFilter: false });
    await world.runUntil("2026-11-03T12:00:00Z");
    const quarter = (day: number) =>
      // Clocks were put back on 25 October: 90 days by the clock on the wall are an hour more.
      ordersOf(new Date(Date.parse(slot(day)) - (90 * 24 + 1) * 3_600_000).toISOString(), slot(day));
    expect(ordersArrived()).toEqual([quarter(2), quarter(3)]);
    expect((await of(report, "SlotClaimed")).map(({ period }) => period)).toEqual([
      { from: midnight(1), to: midnight(2) },
      { from: midnight(2), to: midnight(3) },
    ]);
  });
});

describe("a report with a public link", () => {
  it("keeps running while a paused report has the same name, and that one can't be started", async () => {
    const report = await shop.automate(
      { frequency: Frequency.Daily },
      destinationOf(world.receivers, "public", "sales"),
    );
    const other = await shop.automate({ frequency: Frequency.Daily }, toAnn);
    await shop.edit(other, { enabled: false });
    await shop.edit(other, { destination: destinationOf(world.receivers, "public", "Sales ") });
    await world.runUntil("2026-11-03T12:00:00Z");
    expect(await outcomesOf(report)).toEqual([2, 3].map((day) => [slot(day), "delivered"]));
    await expect(shop.edit(other, { enabled: true })).rejects.toThrow(/has this public name/u);
  });
});

describe("a report deleted while its run waits for a retry", () => {
  it("is still delivered once, and its history records the outcome", async () => {
    const report = await shop.automate({ frequency: Frequency.Daily }, toAnn);
    world.receivers.set("busy");
    await world.runUntil("2026-11-01T22:01:30Z");
    expect(await of(report, "TryFailed")).toHaveLength(1);
    await shop.remove(report);
    world.receivers.set("works");
    await world.runUntil("2026-11-03T12:00:00Z");
    expect(world.receivers.mail.arrived).toHaveLength(1);
    expect((await of(report, "SlotSettled")).map(({ outcome }) => outcome)).toEqual(["delivered"]);
    expect(await of(report, "SlotClaimed")).toHaveLength(1);
  });
});
