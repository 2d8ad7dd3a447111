import { beforeAll, describe, expect, it } from "vitest";
import type { ArmedFault } from "#tests/support/demo-control.ts";
import { type DisturbedExport, exportWhileKilling } from "./disturbed-export.ts";

/** Lines far from their orders, and orders in none: the file is sorted on disk. */
const unordered: ArmedFault = { kind: "bulk-unordered" };
/** A platform that takes its time, so that a report waits for it. */
const slow: ArmedFault = { kind: "bulk-slow", delayMs: 20 };

describe("given the platform prepares 12,000 orders for a merchant's report", () => {
  let undisturbed: DisturbedExport;
  beforeAll(async () => {
    undisturbed = await exportWhileKilling("borealis-demo", "");
    expect(undisturbed.operations, "that one was read by pages").toBe(0);
  });

  it.each<[string, string, ArmedFault[]]>(
    [
      ["waits for it", "export:bulk-waiting@2", [slow]],
      ["fetches it", "export:bulk-downloading@3", []],
      ["sorts it", "export:bulk-sorting@9", [unordered]],
      ["writes what it has read of it", "export:mid-file@3", []],
      ["has its file and has told nobody", "export:after-file-before-finished", []],
      ["has told of its file", "export:after-finished-before-complete", []],
    ].flatMap(([when, moment, faults]) => [
      [`the worker dies while it ${when}`, moment, faults],
      [`everything dies while a worker ${when}`, `${moment}^`, faults],
    ]) as [string, string, ArmedFault[]][],
  )("when %s, then the platform was asked once, and the file is that of pages", async (_when, moment, faults) => {
    const outcome = await exportWhileKilling("borealis-demo", moment, { faults, env: { BULK_FROM_ORDERS: "2000" } });
    expect(outcome.killed, "the failpoint was reached").toBe(true);
    expect(outcome.operations).toBe(1);
    expect(outcome.hash).toBe(undisturbed.hash);
    expect([...outcome.servedHashes].filter((hash) => hash !== undisturbed.hash)).toEqual([]);
    expect(outcome.events.ExportFinished).toBe(1);
    expect(outcome.events.ExportFailed ?? 0).toBe(0);
  });
});
