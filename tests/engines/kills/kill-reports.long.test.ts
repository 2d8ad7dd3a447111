import { describe, expect, it } from "vitest";
import { describeFurtherKills } from "../../faults/describe-further-kills.ts";
import {
  afterDecisions,
  around,
  beforeDecisions,
  due,
  empty,
  fromDeliverers,
  ofRun,
  refusedAtFirst,
  toDeliverers,
} from "../../faults/due-scenes.ts";
import { expectArrived, judgedKills } from "../../faults/judged-kills.ts";
import { enginesOfFile } from "../engines-of-file.ts";
import { overEngines } from "./over-engines.ts";

const { missing, engines } = await enginesOfFile();
const at = () => overEngines(engines());

// Every moment of automated reports, one after another in as few runs as their attempts allow.
describe.skipIf(missing)("over external engines, with two of each process", () => {
  describe("given three reports are due", () => {
    const { see } = judgedKills(at);

    it.each([
      ["schedulers that have decided are", afterDecisions(["ClaimSlot", ...ofRun])],
      ["schedulers that were about to are", beforeDecisions(["ClaimSlot", ...ofRun])],
      ["exporters and deliverers are", ["export:after-start", ...toDeliverers]],
      ["exporters and deliverers that are done are", ["export:after-file-before-finished", ...fromDeliverers]],
    ])(
      "when %s killed at each moment, then each slot has one outcome and each receiver one file",
      async (_, moments) => {
        expectArrived(await see(moments, due), 1);
      },
    );

    it("when they are empty, and one is killed at each moment, then slots are empty, and nothing is sent", async () => {
      const moments = ["export:after-finished-before-complete", ...around("FinishRunExport"), "scheduler:after-Settle"];
      expectArrived(await see(moments, empty), 0);
    });

    it("when receivers fail at first, and one is killed at each moment, then the file arrives once", async () => {
      const moments = [...around("FailTry"), "deliverer:before-failed", "deliverer:after-failed"];
      const { mails, calls, files } = await see(moments, refusedAtFirst);
      expect([mails.length, new Set(calls).size, files.length]).toEqual([1, 1, 1]);
    });
  });

  describeFurtherKills(at);
});
