import { describe, expect, it } from "vitest";
import { destinationsOf } from "./due-reports.ts";
import { around, due, empty, ofRun, refusedAtFirst, worked } from "./due-scenes.ts";
import { expectArrived, judgedKills, judgedKillsInTurn } from "./judged-kills.ts";
import { killOneAtEach } from "./killed-on-and-on.ts";

const moments = [
  ...["ClaimSlot", ...ofRun].flatMap(around),
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

const momentsOfEmpty = [
  "export:after-finished-before-complete",
  "scheduler:before-FinishRunExport",
  "scheduler:after-FinishRunExport",
  "scheduler:after-Settle",
];

describe("given three reports are due, with two schedulers, two exporters and two deliverers", () => {
  describe("and orders for each", () => {
    const { see } = judgedKillsInTurn(moments, due);

    it.each(moments)(
      "when one of them is killed at %s, then each slot has one outcome and each receiver one file",
      async (moment) => {
        const seen = await see(moment);
        expectArrived(seen, 1);
        const { files, hashes } = seen;
        expect(files[0], "it has orders").toBeGreaterThan(1_000);
        expect(new Set(Object.values(hashes).flat()).size, "all got the same").toBe(1);
        expect(hashes.made, "of three files").toHaveLength(3);
      },
    );
  });

  describe("and no orders for any", () => {
    const { see } = judgedKillsInTurn(momentsOfEmpty, empty);

    it.each(momentsOfEmpty)(
      "when one of them is killed at %s, then each slot is empty, and nothing is sent",
      async (moment) => {
        const { mails, calls, files } = await see(moment);
        expect([mails, calls, files]).toEqual([[], [], []]);
      },
    );
  });

  const { see } = judgedKills();

  // Side by side, as each waits a minute for the next try.
  it.concurrent.each([
    "scheduler:before-FailTry",
    "scheduler:after-FailTry",
    "deliverer:before-failed",
    "deliverer:after-failed",
  ])(
    "when receivers fail at first, and one is killed at %s, then the next attempt delivers the file once",
    async (moment) => {
      const { mails, calls, files } = await see([moment], refusedAtFirst);
      expect([mails.length, new Set(calls).size, files.length]).toEqual([1, 1, 1]);
    },
  );

  it.concurrent("when exporters and schedulers die repeatedly, then the file arrives once", async () => {
    const moments = ["FailRunExport", "FailTry", "RequestRunExport"].flatMap(around);
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
