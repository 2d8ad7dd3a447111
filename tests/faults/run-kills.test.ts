import { describe, expect, it } from "vitest";
import { destinationsOf } from "./due-reports.ts";
import { killOneAtEach } from "./killed-on-and-on.ts";
import { runWhileKilling } from "./killed-runs.ts";

/** What a scheduler decides for a run that works, in order. */
const decisions = ["ClaimSlot", "StartRun", "RequestExport", "FinishRunExport", "Settle", "EndRun"].flatMap(
  (decision) => [`scheduler:before-${decision}`, `scheduler:after-${decision}`],
);

const moments = [
  ...decisions,
  "scheduler:after-hand-over",
  "export:after-start",
  "export:after-rows-before-file",
  "export:after-file-before-finished",
  "export:after-finished-before-complete",
  "deliverer:before-start",
  "deliverer:after-start-before-delivery",
  "deliverer:after-delivery-before-confirmed",
  "deliverer:after-confirmed",
];

const worked = ["RunStarted", "RunExportRequested", "RunExportFinished", "DeliveryConfirmed", "RunEnded"];

describe("given three reports are due, with two schedulers, two exporters and two deliverers", () => {
  it.each(moments)(
    "when one of them is killed at %s, then each slot has one outcome and each receiver one file",
    async (moment) => {
      const { killed, ledgers, runs, mails, calls, files, uploads } = await runWhileKilling(moment);
      expect(killed, "the failpoint was reached").toBe(true);
      expect(ledgers).toEqual(Array.from({ length: 3 }, () => ["SlotClaimed", "SlotSettled"]));
      expect(runs).toEqual(Array.from({ length: 3 }, () => worked));
      expect([mails.length, calls.length, files.length, uploads]).toEqual([1, 1, 1, 1]);
      expect(files[0], "it has orders").toBeGreaterThan(1_000);
    },
  );

  it.each([
    "export:after-finished-before-complete",
    "scheduler:before-FinishRunExport",
    "scheduler:after-FinishRunExport",
    "scheduler:after-Settle",
  ])(
    "when they are empty, and one is killed at %s, then each slot is empty, and nobody gets anything",
    async (moment) => {
      const { killed, ledgers, runs, mails, calls, files } = await runWhileKilling(moment, { empty: true });
      expect(killed, "the failpoint was reached").toBe(true);
      expect(ledgers).toEqual(Array.from({ length: 3 }, () => ["SlotClaimed", "SlotSettled"]));
      expect(runs).toEqual(
        Array.from({ length: 3 }, () => ["RunStarted", "RunExportRequested", "RunExportEmpty", "RunEnded"]),
      );
      expect([mails.length, calls.length, files.length]).toEqual([0, 0, 0]);
    },
  );

  // Side by side, as each waits a minute for the next try.
  it.concurrent.each([
    "scheduler:before-FailTry",
    "scheduler:after-FailTry",
    "deliverer:before-failed",
    "deliverer:after-failed",
  ])(
    "when receivers fail at first, and one is killed at %s, then the next try brings the file, once",
    async (moment) => {
      const { killed, ledgers, runs, mails, calls, files } = await runWhileKilling(moment, { receiversFail: true });
      expect(killed, "the failpoint was reached").toBe(true);
      expect(ledgers).toEqual(Array.from({ length: 3 }, () => ["SlotClaimed", "TryFailed", "SlotSettled"]));
      const after = [...worked.slice(0, 3), "DeliveryFailed", ...worked.slice(3)];
      expect(runs).toEqual(Array.from({ length: 3 }, () => after));
      expect([mails.length, new Set(calls).size, files.length]).toEqual([1, 1, 1]);
    },
  );

  it.concurrent("when exports fail as their exporters die again and again, and schedulers are killed at each moment of that, then the next try brings the file, once", async () => {
    const moments = ["FailRunExport", "FailTry", "RequestRunExport"].flatMap((decision) => [
      `scheduler:before-${decision}`,
      `scheduler:after-${decision}`,
    ]);
    // An export has three attempts.
    const deaths = ["export:after-start", "export:after-rows-before-file", "export:after-file-before-finished"];
    const failed = ["RunStarted", "RunExportRequested", "RunExportFailed"];
    const seen = await killOneAtEach([...deaths, ...moments], {
      given: async ({ shop, days, receivers }) => {
        days.hoursAgo(20);
        return shop.automate(destinationsOf(receivers).slice(1, 2));
      },
      ledger: ["SlotClaimed", "TryFailed", "SlotSettled"],
      run: [...failed, ...worked.slice(1)],
    });
    expect(seen.killed, "each failpoint was reached").toBe(deaths.length + moments.length);
    expect(seen.ledgers).toEqual([["SlotClaimed", "TryFailed", "SlotSettled"]]);
    expect(seen.runs).toEqual([[...failed, ...worked.slice(1)]]);
    expect(seen.calls.length).toBe(1);
  });
});
