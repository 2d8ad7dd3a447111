import { describe, expect, it } from "vitest";
import { ColumnType, CustomColumnCategory } from "#domain/enumerations.ts";
import { noSettings } from "../formulas.ts";
import { columnLetters, tryFormula } from "./formula-trial.ts";

const column = (Column: string, Type: number, formula?: string) => ({
  Column,
  Title: Column,
  Type,
  CustomColumn:
    formula === undefined
      ? null
      : {
          Category: CustomColumnCategory.ExcelFormula,
          LocalStatus: null,
          ExcelFormula: { Formula: formula },
          Name: null,
        },
});
const shown = [
  column("Price", ColumnType.Number),
  column("Quantity", ColumnType.Number),
  column("SKU", ColumnType.Text),
  column("Custom1", ColumnType.Text, "=A1*2"),
  column("Custom2", ColumnType.Text),
];
const rows = [
  ["2.50", "3", "AB-1", null, null],
  ["10", null, "007", null, null],
].map((cells) => ({ cells }));
const trial = (formula: string) => tryFormula(formula, "Custom2", { shown, all: [] }, rows, noSettings);

describe("a formula that is being typed", () => {
  it("shows its values in the first rows, even with other formulas as input", () => {
    expect(trial("=A1*B1").results).toEqual(["7.5", "0"]);
    expect(trial('=C1&"!"').results).toEqual(["AB-1!", "007!"]);
    expect(trial("=D1+1").results).toEqual(["6", "21"]);
  });

  it("shows its error, and no values", () => {
    expect(trial("=E1").problem).toContain("refers to itself");
    expect(trial("=Z1").problem).toBe("There is no column Z: the report shows the columns A to E.");
    expect(trial("A1").problem).not.toBeNull();
    expect(trial("=A1+").results).toEqual([]);
  });

  it("treats a value that wasn't loaded as an empty cell", () => {
    expect(
      tryFormula(
        "=A1+1",
        "Custom2",
        { shown, all: [] },
        [{ cells: ["[NotLoaded]", null, null, null, null] }],
        noSettings,
      ).results,
    ).toEqual(["1"]);
  });

  it("treats a date as Excel does", () => {
    const columns = [column("OrderDate", ColumnType.Text), column("Custom1", ColumnType.Text)];
    const dates = { Locale: "en", DateFormat: 1, Instants: ["OrderDate"] };
    const trial = tryFormula(
      "=YEAR(A1)",
      "Custom1",
      { shown: columns, all: [] },
      [{ cells: ["20/11/2026 14:05", null] }],
      dates,
    );
    expect(trial.results).toEqual(["2026"]);
  });

  it("says if a value couldn't be read, or is incomplete as an order was left out", () => {
    const unread = [{ cells: ["couldn't be read", "3", "incomplete", null, null], unread: [0] }];
    const Unread = [{ Order: "#7", Columns: [], MoreColumns: 0, LeftOut: true, HasId: true }];
    const of = (formula: string) =>
      tryFormula(formula, "Custom2", { shown, all: [] }, unread, { ...noSettings, Unread }).results;
    expect(["=A1", "=C1", "=B1*2", "=SUM(B1:B2)"].flatMap(of)).toEqual([
      "couldn't be read",
      "incomplete",
      "6",
      "incomplete",
    ]);
  });

  it("may need Excel to compute it", () => {
    const { problem, notice, results } = trial("=VLOOKUP(A1,A1:B1,2)");
    expect(problem).toBeNull();
    expect(notice).toContain("VLOOKUP");
    expect(results[0]).toBe("(computed in Excel)");
  });

  it("uses the letters of the visible columns", () => {
    expect(columnLetters(shown).slice(0, 2)).toEqual([
      { letters: "A", title: "Price" },
      { letters: "B", title: "Quantity" },
    ]);
  });
});
