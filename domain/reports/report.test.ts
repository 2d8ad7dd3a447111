import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, money, poster } from "../columns/orders-for-tests.ts";
import { Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { Order } from "../orders/order.ts";
import { createReport } from "./report.ts";
import { linesOf, order, read } from "./reports-for-tests.ts";

/** Three orders, newest first, with lines at 5 and 1; 3; 5 and an unknown price. */
const orders: Order[] = [
  order(3, [
    { ...poster, id: "31", title: "Bowl", originalTotalSet: money("5") },
    { ...poster, id: "32", title: "axe", originalTotalSet: money("1") },
  ]),
  order(2, [{ ...poster, id: "21", title: "Axe", originalTotalSet: money("3") }]),
  order(1, [
    { ...poster, id: "11", title: "Ähre", originalTotalSet: money("5.0") },
    { id: "12", title: "Zebra" },
  ]),
];
const sortedBy = (column: string, sorting: 1 | 2 = Sorting.Ascending) => ({ column, sorting });

describe("a report of order lines", () => {
  it("sorts by value with ties in their unsorted order, and shows an order's amount on its first sorted row", async () => {
    const design = { columns: ["OrderNum", "TotalPrice", "OrderTotal"], sortedBy: sortedBy("TotalPrice") };
    expect(await read(orders, design)).toEqual([
      {
        name: null,
        orders: 3,
        rows: ["#3 1 300", "#2 3 200", "#3 5 -", "#1 5 100", "#1 - -"],
        starts: [true, true, true, true, false],
      },
    ]);
  });

  it("sorts descending with empty values last and ties newest first", async () => {
    const design = {
      columns: ["OrderNum", "TotalPrice", "OrderTotal"],
      sortedBy: sortedBy("TotalPrice", Sorting.Descending),
    };
    const [sheet] = await read(orders, design);
    expect(sheet?.rows).toEqual(["#3 5 300", "#1 5 100", "#2 3 200", "#3 1 -", "#1 - -"]);
  });

  it("sorts texts in the shop's language", async () => {
    const titles = async (locale: string) => {
      const [sheet] = await read(orders, { columns: ["ProductTitle"], sortedBy: sortedBy("ProductTitle") }, { locale });
      return sheet?.rows;
    };
    expect(await titles("de")).toEqual(["Ähre", "axe", "Axe", "Bowl", "Zebra"]);
    expect(await titles("sv")).toEqual(["axe", "Axe", "Bowl", "Zebra", "Ähre"]);
  });

  it("sorts order numbers as numbers", async () => {
    const numbered = ["B-10000", "B-9999", "B-0999"].map((name, at) => order(3 - at, [poster], { name }));
    const [sheet] = await read(numbered, { columns: ["OrderNum"], sortedBy: sortedBy("OrderNum") });
    expect(sheet?.rows).toEqual(["B-0999", "B-9999", "B-10000"]);
  });

  it("sorts by a hidden column and requests its field", async () => {
    const design = { columns: ["OrderNum"], sortedBy: sortedBy("OrderDate") };
    const [sheet] = await read(orders, design);
    expect(sheet?.rows).toEqual(["#1", "#1", "#2", "#3", "#3"]);
    const { fields } = createReport({
      design: { grouping: Grouping.Orders, columns: [], sortedBy: sortedBy("SKU"), splitter: WorksheetSplitter.None },
      columnByKey,
      context,
      locale: "en",
    });
    expect(fields).toContain("lineItems.nodes.sku");
  });

  it("keeps the newest first if its grouping does not allow the sorting column", async () => {
    const design = { grouping: Grouping.OnePerOrder, columns: ["OrderNum"], sortedBy: sortedBy("Price") };
    const [sheet] = await read(orders, design);
    expect(sheet?.rows).toEqual(["#3", "#2", "#1"]);
  });

  it("has no worksheet for values whose orders have no rows", async () => {
    const design = { columns: ["OrderNum"], splitter: WorksheetSplitter.OrderId };
    const sheets = await read([order(2, []), ...orders.slice(2)], design);
    expect(sheets.map(({ name, orders, rows }) => ({ name, orders, rows }))).toEqual([
      { name: "1", orders: 1, rows: ["#1", "#1"] },
    ]);
    expect((await read([order(2, [])], design)).map(({ name, orders }) => ({ name, orders }))).toEqual([
      { name: null, orders: 1 },
    ]);
  });

  it("returns each order's rows at once if it is unsorted, and holds none", async () => {
    const report = createReport({
      design: { grouping: Grouping.Orders, columns: [], sortedBy: null, splitter: WorksheetSplitter.None },
      columnByKey,
      context,
      locale: "en",
      spilling: {
        spool: { begin: () => Promise.reject(new Error("Nothing is held.")), bytes: () => 0 },
        spillAfterBytes: 0,
        bytesAtMost: 0,
        yieldToEventLoop: () => undefined,
      },
    });
    expect(report.streams).toBe(true);
    for (const one of orders) expect(await report.add(one, linesOf(one))).toHaveLength(linesOf(one).length);
    expect(await report.sheets()).toEqual([]);
  });
});
