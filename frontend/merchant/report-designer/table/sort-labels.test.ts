import { expect, it } from "vitest";
import { ColumnType, Sorting } from "#domain/enumerations.ts";
import { noSettings } from "../formulas.ts";
import { sortLabel } from "./sort-labels.ts";

it("names a sort direction as it fits the column: texts, numbers and dates", () => {
  const settings = { ...noSettings, Instants: ["OrderDate"] };
  const label = (Column: string, Type: number, sorting: number) =>
    sortLabel({ Column, Type, Sorting: sorting }, settings);
  expect(label("SKU", ColumnType.Text, Sorting.Ascending)).toBe("A to Z");
  expect(label("SKU", ColumnType.Text, Sorting.None)).toBe("not sorted");
  expect(label("Price", ColumnType.Number, Sorting.Descending)).toBe("high to low");
  expect(label("OrderDate", ColumnType.Text, Sorting.Ascending)).toBe("oldest first");
  expect(label("OrderDate", ColumnType.Text, Sorting.Descending)).toBe("newest first");
});
