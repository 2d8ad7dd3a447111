import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSameBytes, exporterOf, reports } from "#tests/support/bulk-exports.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { tenant } from "#tests/support/exporter-for-tests.ts";

const demoNow = new Date("2026-11-20T12:30:00Z");
const orders = 300;
let demo: DemoPlatform;
beforeAll(async () => {
  demo = await demoPlatform({ tenant, shop: "aurora-demo" }, demoNow);
});
afterAll(() => demo.close());

describe("a report has the same bytes whether its orders are read in pages or in bulk", () => {
  it.each(reports)("%s", async (_, input) => {
    await expectSameBytes(demo, orders, input);
  });

  it("even when the bulk file's orders are in random order", async () => {
    demo.fault("bulk-unordered");
    await expectSameBytes(demo, orders, reports[0]?.[1] ?? {});
  });
});

describe("an export whose bulk operation fails", () => {
  it.each(["bulk-fails", "bulk-cancels", "bulk-expires", "bulk-denied"] as const)(
    "is read in pages after %s, without losing an attempt",
    async (kind) => {
      const exporter = exporterOf(demo, 0);
      await exporter.request("e1");
      await exporter.enqueue("e1", orders);
      demo.fault(kind);
      const downloads = demo.desk.stats.bulkDownloads;
      await exporter.finish();
      expect(await exporter.eventsOf("e1")).toEqual(["ExportRequested", "ExportStarted", "ExportFinished"]);
      expect(demo.desk.stats.bulkDownloads).toBe(downloads);
    },
  );

  it("fails with a message if the bulk file is malformed", async () => {
    const exporter = exporterOf(demo, 0);
    await exporter.request("e1");
    await exporter.enqueue("e1", orders);
    demo.fault("bulk-malformed");
    await exporter.finish();
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      code: "unexpected-answer",
      reason: expect.stringContaining("a file of orders that we can't read"),
    });
    expect(await exporter.nothingLeft()).toBe(true);
  });
});
