import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { ExportStatus, FileType, Grouping, Sorting } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { MemoryLimitExceeded } from "#domain/external-sort/memory-budget.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { exporterForTests, someOrders } from "#tests/support/exporter-for-tests.ts";
import { toFailure } from "../attempt/failure.ts";
import { makeFileForTests } from "../attempt/make-file-for-tests.ts";
import { createExportJob } from "./export-job.ts";

const shown = (...columns: string[]) => columns.map((column) => ({ column, title: null, width: null, format: null }));

/** The file of an export of `count` small orders, and facts about it. */
const made = async (count: number, design: Partial<FrozenInput["design"]>, changes: Partial<FrozenInput> = {}) => {
  const exporter = exporterForTests(someOrders(count));
  const { design: usual } = await exporter.request("other");
  await exporter.request("e1", { ...changes, design: { ...usual, ...design } });
  await exporter.enqueue("e1");
  const outcome = await createExportJob(exporter.deps)(await exporter.claim(), new AbortController().signal);
  return { exporter, outcome, state: await exporter.stateOf("e1") };
};

describe("a sorted report", () => {
  const design = {
    columns: shown("OrderNum", "TotalPrice", "CurrentOrderTotal"),
    sortedBy: { column: "TotalPrice", sorting: Sorting.Descending },
  };

  it("has all its rows, sorted by the column, and newest first if equal", async () => {
    const { exporter, state } = await made(3_000, design);
    const rows: string[][] = parse(await exporter.fileOf("e1.1.csv"), { bom: true, record_delimiter: "\r\n" });
    const [, ...cells] = rows;
    expect(state).toMatchObject({ status: "finished", file: { orders: 3_000, rows: cells.length } });
    const wanted = someOrders(3_000)
      .flatMap(({ name, lineItems }) =>
        (lineItems as { originalTotalSet: { shopMoney: { amount: string } } }[]).map(
          ({ originalTotalSet }) => [String(name), originalTotalSet.shopMoney.amount] as const,
        ),
      )
      .sort((a, b) => Number(b[1]) - Number(a[1]));
    expect(cells.map(([name, total]) => [name, total])).toEqual(wanted);
  });

  it("has the same bytes with any page size", async () => {
    const first = await made(60, design);
    const again = exporterForTests(someOrders(60), 7);
    const { design: usual } = await again.request("other");
    await again.request("e1", { design: { ...usual, ...design } });
    await again.enqueue("e1");
    await createExportJob(again.deps)(await again.claim(), new AbortController().signal);
    expect(await again.fileOf("e1.1.csv")).toBe(await first.exporter.fileOf("e1.1.csv"));
  });

  it("shades every other order in the sorted sequence", async () => {
    const preferences = { ...defaultPreferences, AlternateRowsStyle: 2 };
    const { exporter } = await made(10, design, { fileType: FileType.Html, preferences });
    const rows = [...(await exporter.fileOf("e1.1.html")).matchAll(/<tr( class="alt")?><td>(#\d+)/g)];
    // Second lines cost 5 and come first. Their orders appear again below, each as its own order.
    expect(rows.map(([, band, name]) => (band ? `${name} on a band` : name))).toEqual([
      "#4996",
      "#4991 on a band",
      "#5000",
      "#4999 on a band",
      "#4998",
      "#4996 on a band",
      "#4995",
      "#4994 on a band",
      "#4992",
      "#4991 on a band",
    ]);
  });
});

describe("the progress of a report that is sorted or grouped by product", () => {
  const toldOf = async (design: Partial<FrozenInput["design"]>, expected: number) => {
    const exporter = exporterForTests(someOrders(400));
    const { design: usual } = await exporter.request("other");
    const input = await exporter.request("e1", { design: { ...usual, ...design } });
    return (await makeFileForTests(exporter.deps, input, expected)).told;
  };
  const sorted = { sortedBy: { column: "OrderNum", sorting: Sorting.Ascending } };

  it.each([
    ["sorted", sorted],
    ["by product", { grouping: Grouping.ProductVariants, columns: shown("ProductTitle", "Quantity") }],
  ])("passes through all steps in order, and never goes back: %s", async (_, design) => {
    const told = await toldOf(design, 400);
    const { RetrieveOrders, FormatData, ConstructReport, AddData, UploadReport } = ExportStatus;
    expect([...new Set(told.map(([status]) => status))]).toEqual([
      RetrieveOrders,
      FormatData,
      ConstructReport,
      AddData,
      UploadReport,
    ]);
    // Reading takes the first half of the progress, writing the second.
    expect(told.findLast(([status]) => status === FormatData)).toEqual([FormatData, 400, 800]);
    const written = told.filter(([status]) => status === AddData).map(([, step]) => step);
    expect(written.length).toBeGreaterThanOrEqual(8);
    expect(written.at(-1)).toBe(800);
    const steps = told.map(([, step]) => step);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
  });

  it("has no maximum until the orders are counted, which happens when they are read", async () => {
    const told = await toldOf(sorted, 0);
    expect(told.filter(([status]) => status === ExportStatus.FormatData).every(([, , most]) => most === 0)).toBe(true);
    expect(told.find(([status]) => status === ExportStatus.AddData)?.[2]).toBe(800);
  });
});

describe("a report with more rows than can be sorted", () => {
  it("fails for good, with advice", () => {
    expect(toFailure(new MemoryLimitExceeded())).toEqual({
      code: "internal",
      reason: expect.stringMatching(
        /^This report is too large to sort, split or group by product\. Choose a shorter date range/,
      ),
      isTemporary: false,
    });
  });
});
