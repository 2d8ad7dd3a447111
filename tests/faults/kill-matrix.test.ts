import { beforeAll, describe, expect, it } from "vitest";
import { type DisturbedExport, exportWhileKilling } from "./disturbed-export.ts";

/** Each named moment of an export, and the process that passes it. */
const moments = [
  "export:bulk-begun-before-kept",
  "export:bulk-kept",
  "export:bulk-ready",
  "export:after-start",
  "export:after-page@5",
  "export:mid-file@3",
  "export:after-people-before-rows",
  "export:after-rows-before-file",
  "export:after-file-before-finished",
  "export:after-finished-before-complete",
  "projection:exports:before-rows@2",
  "projection:exports:after-rows-before-checkpoint@2",
  "web:export:before-append",
  "web:export:after-append-before-answer",
];

describe("given a merchant exports 12,000 orders", () => {
  let undisturbed: DisturbedExport;
  beforeAll(async () => {
    undisturbed = await exportWhileKilling("borealis-demo", "");
  });

  it.each([...moments, ...moments.map((moment) => `${moment}^`)])(
    "when the process (^: the supervisor) is killed at %s, then the file is the same and nothing happened twice",
    async (moment) => {
      const outcome = await exportWhileKilling("borealis-demo", moment);
      expect(outcome.killed, "the failpoint was reached").toBe(true);
      expect(outcome.hash).toBe(undisturbed.hash);
      expect([...outcome.servedHashes].filter((hash) => hash !== undisturbed.hash)).toEqual([]);
      for (const type of ["ShopInstalled", "ReportDesignCreated", "ExportRequested", "ExportFinished"])
        expect(outcome.events[type], type).toBe(1);
      expect(outcome.events.ExportFailed ?? 0).toBe(0);
    },
  );
});
