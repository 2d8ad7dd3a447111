import { beforeAll, describe, expect, it } from "vitest";
import { type DisturbedExport, exportWhileKilling } from "./disturbed-export.ts";
import { type StartMortal, startInOneFolder } from "./mortal.ts";

/**
 * An export of 12,000 orders, killed once at each of the moments, or, where several are named with commas between them, at one after another. `^`
 * behind one: its supervisor is, and all processes end with it. `start`: where; the file must be that of one folder.
 */
export const describeKills = (moments: readonly string[], start: StartMortal = startInOneFolder): void => {
  describe("given a merchant exports 12,000 orders", () => {
    let undisturbed: DisturbedExport;
    beforeAll(async () => {
      undisturbed = await exportWhileKilling("borealis-demo", "");
    });

    it.each(moments)(
      "when the process (^: the supervisor) is killed at %s, then the file is the same, and nothing happens twice",
      async (moment) => {
        const outcome = await exportWhileKilling("borealis-demo", moment, { start });
        expect(outcome.killed, "the failpoint was reached").toBe(true);
        expect(outcome.hash).toBe(undisturbed.hash);
        expect([...outcome.servedHashes].filter((hash) => hash !== undisturbed.hash)).toEqual([]);
        for (const type of ["ShopInstalled", "ReportDesignCreated", "ExportRequested", "ExportFinished"])
          expect(outcome.events[type], type).toBe(1);
        expect(outcome.events.ExportFailed ?? 0).toBe(0);
      },
    );
  });
};
