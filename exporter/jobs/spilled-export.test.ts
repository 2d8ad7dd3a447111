import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ExportStatus, FileType, Grouping, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { StoreFull } from "#infra/ports/store-errors.ts";
import { type Scratch, ScratchDamaged, type ScratchSpool } from "#infra/ports/stores/scratch.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { makeFileForTests } from "../attempt/make-file-for-tests.ts";
import { Stopped } from "../attempt/stopped.ts";
import { createExportJob } from "./export-job.ts";

const never = new AbortController().signal;
const MB = 1e6;

/** Orders with a counted weight above 1 MB, twice over; titles and vendors repeat. */
const orders: JsonObject[] = someOrders(1_600).map((order, n) => ({
  ...order,
  tags: [`tag ${n % 3}`, `tag ${n % 7}`],
  lineItems: (order.lineItems as JsonObject[]).map((line, at) => ({
    ...line,
    title: `Thing ${(n * 7) % 401} ${"ä".repeat(n % 5)}`,
    variantTitle: `${"long words of a variant ".repeat(16)}${(n + at) % 800}`,
    sku: `SKU-${n % 900}`,
    vendor: `Vendor ${n % 13}`,
  })),
}));
const columns = ["OrderNum", "ProductTitle", "VariantTitle", "SKU", "Vendor", "Quantity", "TotalPrice", "OrderTotal"];
const shown = columns.map((column) => ({ column, title: null, width: null, format: null }));
const sortedBy = (column: string) => ({ column, sorting: Sorting.Descending });

const requested = async (
  spillAfter: number,
  design: Partial<FrozenInput["design"]> = { sortedBy: sortedBy("TotalPrice") },
  changes: Partial<FrozenInput> = {},
) => {
  const exporter = exporterForTests(orders, 200);
  exporter.deps.spillAfterBytes = spillAfter;
  const { design: usual } = await exporter.request("other");
  const input = await exporter.request("e1", { ...changes, design: { ...usual, columns: shown, ...design } });
  await exporter.enqueue("e1");
  return { exporter, input };
};

/** Counts the runs begun. Calls the test's hooks before one begins, or as one is read. */
const watched = (
  scratch: Scratch,
  on: { begin?(run: number): Promise<void> | void; read?(block: number): Promise<void> | void } = {},
) => {
  const seen = { runs: 0 };
  const open = (name: string): ScratchSpool => {
    const spool = scratch.open(name);
    return {
      ...spool,
      async begin() {
        seen.runs += 1;
        await on.begin?.(seen.runs);
        const writer = await spool.begin();
        return {
          append: writer.append,
          async end() {
            const run = await writer.end();
            return {
              remove: run.remove,
              async *read() {
                let blocks = 0;
                for await (const block of run.read()) {
                  blocks += 1;
                  await on.read?.(blocks);
                  yield block;
                }
              },
            };
          },
        };
      },
    };
  };
  return { seen, scratch: { ...scratch, open } };
};

describe("a report that exceeds its memory budget", () => {
  it.each([
    ["CSV, sorted", FileType.Csv, { sortedBy: sortedBy("TotalPrice") }],
    ["XML, sorted by text", FileType.Xml, { sortedBy: sortedBy("ProductTitle") }],
    ["Excel, split by vendor", FileType.Excel, { splitter: WorksheetSplitter.Vendor }],
    [
      "HTML, split by tag and sorted",
      FileType.Html,
      { splitter: WorksheetSplitter.OrderTags, sortedBy: sortedBy("SKU") },
    ],
    ["CSV, split by SKU", FileType.Csv, { splitter: WorksheetSplitter.Sku }],
    ["Excel, by variant", FileType.Excel, { grouping: Grouping.ProductVariants }],
    ["HTML, by product, sorted", FileType.Html, { grouping: Grouping.ProductCombined, sortedBy: sortedBy("Quantity") }],
    [
      "XML, by variant, split by vendor",
      FileType.Xml,
      { grouping: Grouping.ProductVariants, splitter: WorksheetSplitter.Vendor },
    ],
  ])("has the same bytes with a budget of 1 MB and of 1 GB: %s", async (_, fileType, design) => {
    const hashOf = async (spillAfter: number) => {
      const preferences = { ...defaultPreferences, AlternateRowsStyle: 2 as const };
      const { exporter } = await requested(spillAfter, design, { fileType, preferences });
      const { seen, scratch } = watched(exporter.deps.scratch);
      exporter.deps.scratch = scratch;
      await createExportJob(exporter.deps)(await exporter.claim(), never);
      const state = await exporter.stateOf("e1");
      if (state.status !== "finished") throw new Error(`It is ${state.status}.`);
      const [file] = (await exporter.deps.fileStore.list()).filter((key) => !key.endsWith(".people"));
      expect(await exporter.deps.scratch.list()).toEqual([]);
      const hash = createHash("sha256")
        .update(await exporter.fileOf(file ?? ""))
        .digest("hex");
      return { made: [hash, state.file.fileHash, state.file.contentHash, state.file.rows], runs: seen.runs };
    };
    const [small, large] = [await hashOf(MB), await hashOf(1_000 * MB)];
    expect(small.runs).toBeGreaterThan(0);
    expect(large.runs).toBe(0);
    expect(small.made).toEqual(large.made);
  });

  it("shows progress through reading, sorting and writing, and never goes back", async () => {
    const { exporter, input } = await requested(5_000, { grouping: Grouping.ProductVariants });
    const { told } = await makeFileForTests(exporter.deps, input, orders.length);
    const { FormatData, ConstructReport, AddData } = ExportStatus;
    const steps = told.map(([, step]) => step);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    const most = 2 * orders.length;
    expect(told.findLast(([status]) => status === FormatData)).toEqual([FormatData, orders.length, most]);
    const sorting = told.filter(([status]) => status === ConstructReport).map(([, step]) => step);
    expect(sorting.length).toBeGreaterThan(2);
    expect(sorting.at(-1)).toBeGreaterThan(most * 0.6);
    expect(told.findLast(([status]) => status === AddData)).toEqual([AddData, most, most]);
  });

  it("stops soon if it is interrupted while being sorted, and leaves nothing", async () => {
    const { exporter } = await requested(5_000);
    const stopping = new AbortController();
    let read = 0;
    const { scratch } = watched(exporter.deps.scratch, {
      read() {
        read += 1;
        if (read === 500) stopping.abort(new Stopped("overtaken"));
      },
    });
    exporter.deps.scratch = scratch;
    await createExportJob(exporter.deps)(await exporter.claim(), stopping.signal);
    // Only the pages requested at once, and no further round.
    expect(read).toBeLessThan(500 + 64);
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("is made by the next attempt if its spilled data was damaged", async () => {
    const { exporter } = await requested(MB);
    let broken = true;
    const { scratch } = watched(exporter.deps.scratch, {
      read() {
        if (broken) throw new ScratchDamaged("It is not what was written.");
      },
    });
    exporter.deps.scratch = scratch;
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toMatchObject({ kind: "again" });
    expect(await exporter.nothingLeft()).toBe(true);
    broken = false;
    exporter.clock.advanceWall(30_001);
    expect(await createExportJob(exporter.deps)(await exporter.claim(), never)).toEqual({ kind: "done" });
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished" });
  });

  it("waits if the disk is full, and fails with the reason after an hour", async () => {
    const { exporter } = await requested(MB);
    const { scratch } = watched(exporter.deps.scratch, {
      begin() {
        throw new StoreFull("/data/scratch");
      },
    });
    exporter.deps.scratch = scratch;
    const job = await exporter.claim();
    expect(await createExportJob(exporter.deps)(job, never)).toMatchObject({ kind: "put-down" });
    expect(await exporter.nothingLeft()).toBe(true);
    exporter.clock.advance(3_600_000);
    await createExportJob(exporter.deps)(job, never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "failed", code: "no-space" });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("fails with advice if its spilled data would exceed twice the file size limit", async () => {
    const { exporter } = await requested(MB);
    exporter.deps.bytesAtMost = 200_000;
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^This report is too large to sort, split or group by product\./),
    });
    expect(await exporter.nothingLeft()).toBe(true);
  });

  it("removes the spilled rows of a killed attempt", async () => {
    const { exporter } = await requested(MB);
    await exporter.claim();
    await exporter.send("e1", (context) => ({ type: "StartExport", worker: "killed", context }));
    for (const name of ["e1.1.rows", "e1.1.lines"])
      await (await exporter.deps.scratch.open(name).begin()).append("half a row");
    exporter.clock.advanceWall(30_001);
    await createExportJob(exporter.deps)(await exporter.claim(), never);
    expect(await exporter.stateOf("e1")).toMatchObject({ status: "finished", file: { attempt: 2 } });
    expect(await exporter.deps.scratch.list()).toEqual([]);
  });
});
