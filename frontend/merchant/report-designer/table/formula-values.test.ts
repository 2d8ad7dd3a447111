import { expect, it } from "vitest";
import { ColumnType, CustomColumnCategory } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { withFormulaValues } from "./formula-values.ts";
import { tableValues } from "./preview-values.ts";

const column = (Column: string, Type: number, formula?: string) =>
  ({
    Column,
    Type,
    CustomColumn:
      formula === undefined
        ? null
        : { Category: CustomColumnCategory.ExcelFormula, ExcelFormula: { Formula: formula } },
  }) as ReportColumn;

it("each worksheet of a split report has its formula results, by the current column letters", () => {
  const row = (...Cells: (string | null)[]) => ({ StartsOrder: true, Cells });
  const values = tableValues({
    Columns: ["Quantity", "Price", "OrderDate"],
    Sheets: [
      { Name: "blue", Rows: [row("2", "12.1", "2026/11/20 14:05"), row("3", "0.2", null)] },
      { Name: "Other", Rows: [row("1", "5", "2025/01/02 00:00")] },
    ],
  });
  const shown = [
    column("Price", ColumnType.Number),
    column("Quantity", ColumnType.Number),
    column("Custom1", ColumnType.Text, "=A1*B1"),
    column("OrderDate", ColumnType.Text),
    column("Custom2", ColumnType.Text, "=YEAR(D1)+A2*0"),
  ];
  const made = withFormulaValues(values, shown, { Locale: "en", DateFormat: 0, Instants: ["OrderDate"] });
  const of = (key: string) =>
    made.sheets.map(({ rows }) => rows.map(({ cells }) => cells[made.placeOf.get(key) ?? -1]));
  expect(of("Custom1")).toEqual([["24.2", "0.6"], ["5"]]);
  expect(of("Custom2")).toEqual([["2026", "1900"], ["2025"]]);
  expect(of("Price")).toEqual([["12.1", "0.2"], ["5"]]);
});

it("formulas say if a cell couldn't be read, or 'incomplete' if they span rows and an order was left out", () => {
  const row = (Cells: (string | null)[], more: object = {}) => ({ StartsOrder: true, Cells, ...more });
  const values = tableValues({
    Columns: ["Note", "Price"],
    Sheets: [
      { Name: null, Rows: [row(["incomplete", "2"]), row(["couldn't be read", "couldn't be read"], { Unread: [1] })] },
    ],
  });
  const shown = [
    column("Price", ColumnType.Number),
    column("Custom1", ColumnType.Text, "=A1*2"),
    column("Note", ColumnType.Text),
    column("Custom2", ColumnType.Text, '=C1&"!"'),
    column("Custom3", ColumnType.Text, "=SUM(A$1:A$9)"),
  ];
  const Unread = [{ Order: "#7", Columns: [], MoreColumns: 0, LeftOut: true, HasId: true }];
  const made = withFormulaValues(values, shown, { Locale: "en", DateFormat: 0, Instants: [], Unread });
  const of = (key: string) => made.sheets[0]?.rows.map(({ cells }) => cells[made.placeOf.get(key) ?? -1]);
  expect(of("Custom1")).toEqual(["4", "couldn't be read"]);
  expect(of("Custom2")).toEqual(["incomplete!", "couldn't be read!"]);
  expect(of("Custom3")).toEqual(["incomplete", "incomplete"]);
});
