import { expect, it } from "vitest";
import { ColumnCategory, ColumnType, Grouping } from "#domain/enumerations.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import { findColumns } from "./find-columns.ts";

const column = (Column: string, Category: number, Groupings: number[]): ReportColumnInfo => ({
  Column,
  Name: Column,
  Description: "",
  Note: "",
  Category,
  Type: ColumnType.Text,
  ValueKind: "text",
  SlowColumn: -1,
  Groupings,
});
const price = column("Price", ColumnCategory.Product, [Grouping.Orders]);
const total = column("TotalPrice", ColumnCategory.Order, [Grouping.Orders, Grouping.OnePerOrder]);

it("limits the results to a category and to a grouping", () => {
  const wanted = (category: number | null, grouping: number | null) =>
    findColumns([price, total], { category, grouping }).map(({ Column }) => Column);
  expect(wanted(null, null)).toEqual(["Price", "TotalPrice"]);
  expect(wanted(ColumnCategory.Product, null)).toEqual(["Price"]);
  expect(wanted(null, Grouping.OnePerOrder)).toEqual(["TotalPrice"]);
  expect(wanted(ColumnCategory.Product, Grouping.OnePerOrder)).toEqual([]);
});
