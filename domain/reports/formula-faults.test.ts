import { expect, it } from "vitest";
import type { ShownColumn } from "../designs/design.ts";
import { CustomColumnCategory, Grouping } from "../enumerations.ts";
import { formulaFaults } from "./formula-faults.ts";

const plain = (column: string): ShownColumn => ({ column, title: null, width: null, format: null });
const computed = (column: string, formula: string, title: string | null = null): ShownColumn => ({
  ...plain(column),
  title,
  custom: { category: CustomColumnCategory.ExcelFormula, formula },
});
const faultsOf = (...columns: ShownColumn[]) => formulaFaults({ grouping: Grouping.Orders, columns });

it("names the columns with wrong formulas, and the text of their cells", () => {
  expect(
    faultsOf(
      plain("Quantity"),
      computed("Custom1", "=A1*2"),
      computed("Custom2", "=A1*[Price]1", "Margin"),
      computed("Custom3", "=D1"),
      computed("Custom4", "=A1*Z1"),
    ),
  ).toEqual([
    { column: "Margin", reads: "#REF!" },
    { column: "Custom 3", reads: "(refers to itself)" },
    { column: "Custom 4", reads: null },
  ]);
});

it("says why Excel can't read a formula", () => {
  expect(faultsOf(plain("Quantity"), computed("Custom1", "=ROUND(A1", "Margin"))).toEqual([
    { column: "Margin", reads: "(not a formula)", problem: expect.stringContaining("Excel cannot read this formula.") },
  ]);
});

it("lists nothing without formulas, or with ones that only Excel computes", () => {
  expect(faultsOf(plain("Quantity"))).toEqual([]);
  expect(faultsOf(plain("Quantity"), computed("Custom1", '=INDIRECT("A1")'))).toEqual([]);
});
