import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, fullOrder } from "../columns/orders-for-tests.ts";
import { CustomColumnCategory, Grouping, WorksheetSplitter } from "../enumerations.ts";
import { defaultPreferences } from "../shop/preferences.ts";
import { createPreview } from "./preview.ts";
import { order } from "./reports-for-tests.ts";

/** Preview of that many orders, with these formulas after the order number. */
const previewOf = async (orders: number, formulas: string[]) => {
  const usual = { title: null, width: null, format: null };
  const preview = createPreview({
    design: {
      grouping: Grouping.Orders,
      columns: [
        { ...usual, column: "OrderNum" },
        ...formulas.map((formula, at) => ({
          ...usual,
          column: `Custom${at + 1}`,
          custom: { category: CustomColumnCategory.ExcelFormula, formula },
        })),
      ],
      sortedBy: null,
      splitter: WorksheetSplitter.None,
    },
    columnByKey,
    context,
    locale: "en",
    preferences: defaultPreferences,
  });
  const lines = (fullOrder.lineItems ?? []).slice(0, 1);
  for (let n = 1; n <= orders; n += 1) await preview.add(order(n, lines), lines);
  const { sheets, leftOut } = await preview.end();
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const characters = rows.reduce(
    (sum, { cells }) => sum + cells.reduce((all, cell) => all + (cell?.length ?? 0), 0),
    0,
  );
  return { rows, leftOut, characters };
};

const long = '=REPT("\u0436",32767)';

it("a preview with long results shows the rows that a browser can take, and counts those left out", async () => {
  const { rows, leftOut, characters } = await previewOf(59, [long, long, long, long, long, long, long]);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length + leftOut).toBe(59);
  expect(characters).toBeGreaterThan(3_900_000);
  expect(characters).toBeLessThan(4_300_000);
  expect(rows[0]?.cells[1]).toHaveLength(32_767);
});

it("a preview whose long results depend on rows further down is limited as well", async () => {
  const { rows, leftOut, characters } = await previewOf(59, [long, long, "=A20"]);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length + leftOut).toBe(59);
  expect(characters).toBeLessThan(4_300_000);
  expect(rows[0]?.cells[3]).toBe("#20");
});

it("a preview whose formulas look too far ahead shows its rows without results", async () => {
  const { rows, leftOut } = await previewOf(90, [long, long, long, long, long, long, long, "=A100"]);
  expect([rows.length, leftOut]).toEqual([90, 0]);
  expect(rows[89]?.cells.slice(0, 2)).toEqual(["#90", "(computed in Excel)"]);
});

/** These use nearly all work that a row may take: comparisons of texts with marks. */
const marks = "\u0301\u0316";
const slow = [
  `="a"&REPT("${marks}",16000)`,
  `="a"&REPT("${marks}",15999)&"x"`,
  ...Array.from({ length: 5 }, () => `=${Array.from({ length: 10 }, () => "(B1>C1)").join("+")}`),
];

it("a preview with slow formulas shows the rows that it has time for, and counts those left out", async () => {
  const { rows, leftOut } = await previewOf(59, slow);
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.length).toBeLessThan(30);
  expect(rows.length + leftOut).toBe(59);
});

it("a preview that has no time for a single row is rejected with advice", async () => {
  await expect(previewOf(110, [...slow, "=A$100"])).rejects.toThrow(
    "The formulas in this report take too long for a preview. Have them refer to fewer cells, or generate the report: a file gets more time.",
  );
});

describe("a preview with an order that couldn't be read", () => {
  const usual = { title: null, width: null, format: null };
  const custom = (formula: string) => ({ category: CustomColumnCategory.ExcelFormula, formula });
  /** Row texts: a note, a total, and formulas of them. */
  const rowsOf = async (lost: string[], note: string, leftOut: boolean) => {
    const preview = createPreview({
      design: {
        grouping: Grouping.OnePerOrder,
        columns: [
          { ...usual, column: "Note" },
          { ...usual, column: "OrderTotal" },
          { ...usual, column: "Custom1", custom: custom('=A1&"!"') },
          { ...usual, column: "Custom2", custom: custom("=B1*2") },
          { ...usual, column: "Custom3", custom: custom("=SUM(B$1:B$9)") },
        ],
        sortedBy: null,
        splitter: WorksheetSplitter.None,
      },
      columnByKey,
      context,
      locale: "en",
      preferences: defaultPreferences,
    });
    await preview.add(order(2, [], { note, unread: lost }), []);
    await preview.add(order(1, [], { note }), []);
    if (leftOut) preview.leaveOut(order(3, []));
    return (await preview.end()).sheets.flatMap(({ rows }) => rows);
  };

  it("marks the cells that it lacks, but no text that reads the same", async () => {
    for (const note of ["couldn't be read", "incomplete"]) {
      const [first, second] = await rowsOf(["totalPriceSet"], note, false);
      const lost = "couldn't be read";
      expect(first).toMatchObject({ cells: [note, lost, `${note}!`, lost, lost], unread: [1] });
      expect(second).toMatchObject({ cells: [note, "100", `${note}!`, "200", lost] });
      expect(second).not.toHaveProperty("unread");
    }
  });

  it("shows formulas over several rows as incomplete if an order is left out", async () => {
    const rows = await rowsOf([], "a", true);
    expect(rows.map(({ cells }) => cells.slice(3))).toEqual([
      ["400", "incomplete"],
      ["200", "incomplete"],
    ]);
  });
});
