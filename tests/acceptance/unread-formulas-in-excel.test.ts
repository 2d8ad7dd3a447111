import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CustomColumnCategory, FileType, Grouping } from "#domain/enumerations.ts";
import { exporterOf } from "#tests/support/bulk-exports.ts";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { tenant } from "#tests/support/exporter-for-tests.ts";
import { openExcel } from "#tests/support/read-report.ts";

let demo: DemoPlatform;

beforeAll(async () => {
  demo = await demoPlatform({ tenant, shop: "aurora-demo" }, new Date("2026-11-20T12:30:00Z"));
});
beforeEach(() => demo.desk.faults.clear());
afterAll(() => demo.close());

/** Formulas that only Excel computes, over the columns B (quantity) and C (total price). */
const formulas = {
  runningTotal: "=SUM(C$1:C1)",
  afterRunningTotal: "=D1*2",
  wholeColumn: "=SUM(C:C)",
  manyRows: "=SUM(C$1:C$999)",
  share: "=C1/SUM(C:C)",
  subtotal: "=SUBTOTAL(9,C:C)",
  aggregate: "=AGGREGATE(9,6,C:C)",
  products: "=SUMPRODUCT(B:B,C:C)",
  matching: "=SUMIF(B:B,B1,C:C)",
  anywhere: '=SUM(INDIRECT("C2:C999"))',
  otherColumn: "=SUM(B:B)",
  ownRow: "=NORMSDIST(B1)",
  ownAmount: "=NORMSDIST(C1)",
};
type Name = keyof typeof formulas;
const names = Object.keys(formulas) as Name[];
const overAmounts = names.filter((name) => !["otherColumn", "ownRow", "ownAmount"].includes(name));
const wholeAmounts = overAmounts.filter((name) => !["runningTotal", "afterRunningTotal"].includes(name));

/** Rows of an Excel file: the total price, and each formula cell: `live`, or its text. */
const exported = async (grouping: Grouping, bulkFrom = 2_000) => {
  const exporter = exporterOf(demo, bulkFrom);
  const usual = { title: null, width: null, format: null };
  const { design } = await exporterOf(demo, 0).request("other");
  const columns = [
    ...[grouping === Grouping.Orders ? "OrderNum" : "ProductTitle", "Quantity", "TotalPrice"],
    ...names.map((_, at) => `Custom${at + 1}`),
  ].map((column, at) => {
    const formula = formulas[names[at - 3] as Name];
    return { ...usual, column, ...(formula && { custom: { category: CustomColumnCategory.ExcelFormula, formula } }) };
  });
  await exporter.request("e1", { design: { ...design, grouping, columns }, fileType: FileType.Excel });
  await exporter.enqueue("e1", 300);
  await exporter.finish();
  const state = await exporter.stateOf("e1");
  if (state.status !== "finished") throw new Error(JSON.stringify(state));
  const workbook = await openExcel(await buffer(await exporter.deps.fileStore.open(state.file.fileKey)));
  const [sheet] = workbook.worksheets;
  if (sheet === undefined) throw new Error("The file has no worksheet.");
  const rows = Array.from({ length: sheet.rowCount - 1 }, (_, at) => {
    const cell = (column: number) => sheet.getCell(at + 2, column);
    const held = names.map((name, place) => [name, cell(place + 4).formula ? "live" : cell(place + 4).text] as const);
    return { first: cell(1).text, amount: cell(3).text, ...(Object.fromEntries(held) as Record<Name, string>) };
  });
  return { rows, unread: state.file.unread ?? [] };
};
type Rows = Awaited<ReturnType<typeof exported>>["rows"];

const distinct = (rows: Rows, some: readonly Name[]) => [
  ...new Set(rows.flatMap((row) => some.map((name) => row[name]))),
];
const isMarked = ({ amount }: Rows[number]) => /^(couldn't be read|incomplete)$/.test(amount);
const fault = (order: string, path: string) =>
  demo.fault("order-unreadable", { order, path, code: "INTERNAL_SERVER_ERROR", times: 1_000_000 });
const nameOfTenthOrder = async () => (await exported(Grouping.Orders)).rows[9]?.first ?? "";

describe("a formula that only Excel computes", () => {
  it("is in every row of a file without unreadable orders", async () => {
    for (const grouping of [Grouping.Orders, Grouping.ProductVariants])
      expect(distinct((await exported(grouping)).rows, names)).toEqual(["live"]);
  });

  it.each([
    ["lines, in pages", Grouping.Orders, 2_000],
    ["lines, in bulk", Grouping.Orders, 0],
    ["products", Grouping.ProductVariants, 2_000],
  ])("is replaced by words where it covers an unreadable cell: %s", async (_, grouping, bulkFrom) => {
    fault(await nameOfTenthOrder(), "lineItems.originalTotalSet");
    const { rows } = await exported(grouping, bulkFrom);
    const first = rows.findIndex(isMarked);
    expect(first).toBeGreaterThan(0);
    expect(distinct(rows, wholeAmounts)).toEqual(["incomplete"]);
    expect(distinct(rows.slice(0, first), ["runningTotal", "afterRunningTotal"])).toEqual(["live"]);
    expect(distinct(rows.slice(first), ["runningTotal", "afterRunningTotal"])).toEqual(["incomplete"]);
    expect(distinct(rows, ["otherColumn", "ownRow"])).toEqual(["live"]);
    for (const row of rows) expect(row.ownAmount).toBe(isMarked(row) ? row.amount : "live");
  });

  it.each([
    ["lines", Grouping.Orders],
    ["products", Grouping.ProductVariants],
  ])("is replaced by words if it reads other rows and an order is left out: %s", async (_, grouping) => {
    fault(await nameOfTenthOrder(), "lineItems");
    const { rows, unread } = await exported(grouping);
    expect(unread).toMatchObject([{ leftOut: true }]);
    expect(distinct(rows, [...overAmounts, "otherColumn"])).toEqual(["incomplete"]);
    expect(distinct(rows, ["ownRow"])).toEqual([grouping === Grouping.Orders ? "live" : "incomplete"]);
  });
});
