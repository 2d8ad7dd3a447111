import { beforeAll, describe, expect, it } from "vitest";
import type { ArmedFault } from "#tests/support/demo-control.ts";
import { type DisturbedExport, exportWhileKilling } from "./disturbed-export.ts";
import { type StartMortal, startInOneFolder } from "./mortal.ts";

/** Lines far from their orders, and orders in none: the file is sorted on disk. */
const unordered: ArmedFault = { kind: "bulk-unordered" };
/** A platform that takes its time, so that a report waits for it. */
const slow: ArmedFault = { kind: "bulk-slow", delayMs: 20 };

const moments = {
  "waits for it": { moment: "export:bulk-waiting@2", faults: [slow] },
  "fetches it": { moment: "export:bulk-downloading@3", faults: [] },
  "sorts it": { moment: "export:bulk-sorting@9", faults: [unordered] },
  "writes what it has read of it": { moment: "export:mid-file@3", faults: [] },
  "has its file and has told nobody": { moment: "export:after-file-before-finished", faults: [] },
  "has told of its file": { moment: "export:after-finished-before-complete", faults: [] },
} as const satisfies Record<string, { moment: string; faults: readonly ArmedFault[] }>;

export type BulkMoment = keyof typeof moments;
export const bulkMoments = Object.keys(moments) as BulkMoment[];

/**
 * An export of 12,000 orders by a bulk operation, killed once at each moment: its worker, or everything. `start`: where; the file must be that
 * of one folder.
 */
export const describeBulkKills = (
  killed: readonly (readonly ["the worker" | "everything", BulkMoment])[],
  start: StartMortal = startInOneFolder,
): void => {
  describe("given the platform prepares 12,000 orders for a merchant's report", () => {
    let undisturbed: DisturbedExport;
    beforeAll(async () => {
      undisturbed = await exportWhileKilling("borealis-demo", "");
      expect(undisturbed.operations, "that one was read by pages").toBe(0);
    });

    it.each(killed)(
      "when %s dies while the worker %s, then there is one bulk operation, and the file equals one read in pages",
      async (victim, when) => {
        const { moment, faults } = moments[when];
        const outcome = await exportWhileKilling("borealis-demo", victim === "everything" ? `${moment}^` : moment, {
          start,
          faults,
          env: { BULK_FROM_ORDERS: "2000" },
        });
        expect(outcome.killed, "the failpoint was reached").toBe(true);
        expect(outcome.operations).toBe(1);
        expect(outcome.hash).toBe(undisturbed.hash);
        expect([...outcome.servedHashes].filter((hash) => hash !== undisturbed.hash)).toEqual([]);
        expect(outcome.events.ExportFinished).toBe(1);
        expect(outcome.events.ExportFailed ?? 0).toBe(0);
      },
    );
  });
};
