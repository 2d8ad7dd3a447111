import { beforeAll, describe, expect, it } from "vitest";
import { WorksheetSplitter } from "#domain/enumerations.ts";
import { type DisturbedExport, exportWhileKilling } from "./disturbed-export.ts";
import { type StartMortal, startInOneFolder } from "./mortal.ts";

const design = { ws_splitter: WorksheetSplitter.Vendor };

/** An export of 12,000 orders that is sorted on disk, killed once at each moment as `describeKills` has it. */
export const describeSpilledKills = (moments: readonly string[], start: StartMortal = startInOneFolder): void => {
  describe("given a merchant exports 12,000 orders, with a worksheet per vendor and little memory for them", () => {
    let undisturbed: DisturbedExport;
    beforeAll(async () => {
      undisturbed = await exportWhileKilling("borealis-demo", "", { design });
    });

    it.each(moments)(
      "when the process (^: the supervisor) is killed at %s, then the file is the same, and no temporary rows are left",
      async (moment) => {
        const outcome = await exportWhileKilling("borealis-demo", moment, {
          design,
          start,
          env: { SPILL_AFTER_MB: "1" },
        });
        expect(outcome.killed, "the failpoint was reached").toBe(true);
        expect(outcome.hash).toBe(undisturbed.hash);
        expect(outcome.events.ExportFinished).toBe(1);
        expect(outcome.scratch).toEqual([]);
      },
    );
  });
};
