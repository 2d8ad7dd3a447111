import { expect, it } from "vitest";
import { catalogue, columnByKey } from "./catalogue.ts";
import type { ColumnDefinition } from "./definition.ts";
import { determineFigureBasis } from "./figure-basis.ts";

const said = (key: string) => determineFigureBasis(columnByKey.get(key) as ColumnDefinition);

it("tells whether a figure covers the filtered lines or whole orders", () => {
  expect(["Quantity", "TotalPrice", "RefundedTax", "NetSales", "ProfitMargin"].map(said)).toEqual(
    Array.from({ length: 5 }, () => "lines"),
  );
  expect(
    ["OrderTotal", "RefundTotal", "RefundedOrderTax", "TransactionAmount", "ItemsCount", "OrderTotalPresentment"].map(
      said,
    ),
  ).toEqual(Array.from({ length: 6 }, () => "orders"));
  expect(["OrderNum", "OrderDate", "Price", "ExchangeRate", "OrderTax1Rate", "Custom1"].map(said)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

it("gives a basis for every column with a total", () => {
  const silent = catalogue.filter((column) => column.total !== "none" && determineFigureBasis(column) === undefined);
  expect(silent.map(({ key }) => key)).toEqual([]);
});
