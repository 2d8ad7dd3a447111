import { describe, expect, it } from "vitest";
import { ColumnCategory, ColumnType, Grouping } from "#domain/enumerations.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import {
  categories,
  columnCountText,
  formatNotes,
  groupByCategory,
  groupings,
  groupingsText,
  isSlow,
  typeName,
} from "./column-list.ts";

const column = (Column: string, change: Partial<ReportColumnInfo> = {}): ReportColumnInfo => ({
  Column,
  Name: Column,
  Description: "",
  Note: "",
  Category: ColumnCategory.Order,
  Type: ColumnType.Text,
  ValueKind: "text",
  SlowColumn: -1,
  Groupings: [Grouping.Orders],
  ...change,
});
const all = [
  column("Price", { Category: ColumnCategory.Product, Name: "Unit price", Description: "Price of one piece." }),
  column("TotalPrice", {
    Name: "Total price",
    Note: "Without shipping.",
    Groupings: [Grouping.Orders, Grouping.OnePerOrder],
  }),
  column("Email", { Category: ColumnCategory.Customer, Name: "Customer's e-mail", SlowColumn: 3 }),
];
const keys = (columns: readonly ReportColumnInfo[]) => columns.map(({ Column }) => Column);

describe("the list of columns", () => {
  it("is grouped by category, without empty ones", () => {
    expect(groupByCategory(all).map(({ name, columns }) => [name, keys(columns)])).toEqual([
      ["Product", ["Price"]],
      ["Order", ["TotalPrice"]],
      ["Customer", ["Email"]],
    ]);
    // Every category of the wire has a name.
    expect(categories.map(({ value }) => value).sort()).toEqual(Object.values(ColumnCategory).sort());
  });

  it("describes a cell's content, the column's groupings, and whether it is slow", () => {
    expect(Object.values(ColumnType).map((Type) => typeName({ Type, ValueKind: "text" }))).toEqual([
      "Text",
      "Number",
      "Link",
      "Image",
    ]);
    expect(typeName({ Type: ColumnType.Text, ValueKind: "datetime" })).toBe("Date");
    expect(groupingsText({ Groupings: [Grouping.OnePerOrder, Grouping.Orders] })).toBe("Order lines, One per order");
    expect(groupingsText({ Groupings: groupings.map(({ value }) => value) })).toBe("All groupings");
    expect([-1, 0, 11].map((SlowColumn) => isSlow({ SlowColumn }))).toEqual([false, true, true]);
  });

  it("explains the effect of a line filter on the column's figures, after any note", () => {
    expect(formatNotes({ Note: "As ordered.", Counts: "lines" })).toBe(
      "As ordered. With a filter on lines, only the lines that match count.",
    );
    expect(formatNotes({ Note: "", Counts: "orders" })).toBe("With a filter on lines, whole orders still count.");
    expect([formatNotes({ Note: "" }), formatNotes({ Note: "As ordered." })]).toEqual(["", "As ordered."]);
  });

  it("describes the number of columns", () => {
    expect([columnCountText(507, 507), columnCountText(1, 1), columnCountText(3, 1507)]).toEqual([
      "507 columns",
      "1 column",
      "3 of 1,507 columns",
    ]);
  });
});
