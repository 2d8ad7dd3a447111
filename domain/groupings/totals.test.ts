import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { bareOrder, fullOrder } from "../columns/orders-for-tests.ts";
import { Grouping } from "../enumerations.ts";
import { compileDesign } from "./compile.ts";
import { rowsOf } from "./rows-for-tests.ts";
import { createTotals } from "./totals.ts";

const design = (grouping: Grouping, ...keys: string[]) =>
  compileDesign(
    {
      grouping,
      columns: keys.map((column) => ({ column, title: null, width: null, format: null })),
    },
    columnByKey,
  );
const keys = ["OrderNum", "Quantity", "Price", "TotalPrice", "OrderTotal"];

describe("the totals row", () => {
  it("adds up line values, and order amounts once per order", () => {
    const compiled = design(Grouping.Orders, ...keys);
    const totals = createTotals(compiled.columns);
    for (const order of [fullOrder, bareOrder])
      for (const [place, row] of rowsOf(compiled, order).entries()) totals.add(row, place === 0);
    expect(totals.values()).toEqual([null, "5", null, "42.5", "47.8"]);
  });

  it("is the same with one row per order", () => {
    const compiled = design(Grouping.OnePerOrder, ...keys);
    const totals = createTotals(compiled.columns);
    for (const order of [fullOrder, bareOrder]) for (const row of rowsOf(compiled, order)) totals.add(row, true);
    expect(compiled.columns.map(({ key }) => key)).toEqual(["OrderNum", "Quantity", "TotalPrice", "OrderTotal"]);
    expect(totals.values()).toEqual([null, "5", "42.5", "47.8"]);
  });

  it("never counts an order's amount twice, even if it is repeated on each row", () => {
    const { columns } = design(Grouping.Orders, "OrderTotal");
    const totals = createTotals(columns);
    for (const startsOrder of [true, false, false, true])
      totals.add([{ kind: "number", decimal: "10.1" }], startsOrder);
    expect(totals.values()).toEqual(["20.2"]);
  });

  it("is empty without rows", () => {
    expect(createTotals(design(Grouping.Orders, ...keys).columns).values()).toEqual([null, null, null, null, null]);
  });
});
