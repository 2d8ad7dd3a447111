import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { exporterOf } from "#tests/support/bulk-exports.ts";
import { byteBudget } from "#tests/support/byte-budget.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { tenant } from "#tests/support/exporter-for-tests.ts";
import { until } from "#tests/support/until.ts";

const orders = 300;
let demo: DemoPlatform;
beforeAll(async () => {
  demo = await demoPlatform({ tenant, shop: "aurora-demo" }, new Date("2026-11-20T12:30:00Z"));
});
afterAll(() => demo.close());

const formats = Object.entries(FileType);

/** Ways to make a report: with rows held on disk, and with orders read by pages or by a bulk operation. */
const ways: readonly [string, { design?: Partial<FrozenInput["design"]>; bulk?: boolean }][] = [
  ["as it comes", {}],
  [
    "sorted, a worksheet for each vendor",
    { design: { sortedBy: { column: "TotalPrice", sorting: Sorting.Descending }, splitter: WorksheetSplitter.Vendor } },
  ],
  ["of products", { design: { grouping: Grouping.ProductVariants } }],
  ["read in bulk", { bulk: true }],
];

/** One export of all orders of the shop, with stores that share a byte budget. */
const givenExport = async (fileType: FileType, { design = {}, bulk = false }: (typeof ways)[number][1]) => {
  const exporter = exporterOf(demo, bulk ? 0 : 1e9);
  const { budget, stores } = byteBudget(exporter.deps);
  Object.assign(exporter.deps, stores, { spillAfterBytes: 20_000 });
  const { design: usual } = await exporter.request("other");
  const columns = ["OrderNum", "ProductTitle", "SKU", "Vendor", "Quantity", "TotalPrice"];
  const shown = columns.map((column) => ({ column, title: null, width: null, format: null }));
  await exporter.request("e1", { fileType, design: { ...usual, columns: shown, ...design } });
  await exporter.enqueue("e1", orders);
  /** Waits until an attempt has ended. */
  const attempt = async () => {
    const before = (await exporter.stateOf("e1")) as { attempt: number };
    return until("an attempt has ended", async () => {
      await exporter.step();
      const after = await exporter.stateOf("e1");
      return "attempt" in after && after.attempt > before.attempt ? after : undefined;
    });
  };
  return { ...exporter, budget, attempt };
};

describe("given a file store whose byte budget runs out", () => {
  describe.each(ways)("a report %s", (_, way) => {
    it.each(formats)(
      "in %s never finishes, leaves no part, and gets the same file once there is space",
      async (_format, fileType) => {
        const undisturbed = await givenExport(fileType, way);
        const whole = await undisturbed.attempt();
        if (whole.status !== "finished") throw new Error(JSON.stringify(whole));
        const needs = undisturbed.budget.peak;
        expect(needs).toBeGreaterThan(whole.file.bytes);

        const exporter = await givenExport(fileType, way);
        const budgets = [0, 0.2, 0.5, 0.8, 0.95].map((part) => Math.floor(needs * part));
        for (const most of [...budgets, needs - 1]) {
          exporter.budget.most = most;
          const state = await exporter.attempt();
          expect(state.status, `${most} of ${needs} bytes`).toBe("requested");
          expect(await exporter.nothingLeft()).toBe(true);
          expect(exporter.budget.used).toBe(0);
        }
        exporter.budget.most = needs;
        const made = await exporter.attempt();
        if (made.status !== "finished") throw new Error(JSON.stringify(made));
        expect(made.file.fileHash).toBe(whole.file.fileHash);
        expect(exporter.budget.used).toBe(undisturbed.budget.used);
      },
    );
  });

  it.each(formats)(
    "a report in %s that never fits fails after an hour with its own reason, but others are made",
    async (_, fileType) => {
      const exporter = await givenExport(fileType, {});
      exporter.budget.most = 1_000;
      await exporter.attempt();
      exporter.clock.advance(3_600_000);
      await exporter.attempt();
      expect(await exporter.stateOf("e1")).toMatchObject({
        status: "failed",
        code: "no-space",
        reason: expect.stringMatching(/^The server's disk is full, .* Run the report again later/),
      });
      expect(await exporter.nothingLeft()).toBe(true);
      await exporter.request("e2", { fileType, selectedOrderIds: ["1"] });
      await exporter.enqueue("e2", 1);
      exporter.budget.most = 100_000;
      await exporter.finish();
      expect(await exporter.stateOf("e2")).toMatchObject({ status: "finished" });
    },
  );
});
