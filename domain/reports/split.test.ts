import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, fullOrder, money, mugs, poster } from "../columns/orders-for-tests.ts";
import { Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import { MemoryLimitExceeded } from "../external-sort/memory-budget.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { createReport } from "./report.ts";
import { order, read } from "./reports-for-tests.ts";
import { createSplit } from "./split.ts";

const line = (n: number, changes: Partial<LineItem> = {}): LineItem => ({
  ...poster,
  id: `L${n}`,
  title: `Thing ${n}`,
  originalTotalSet: money(`${n}`),
  ...changes,
});

/** An order with a distinct value for every splitter. */
const everything: Order = {
  ...fullOrder,
  tags: ["vip", "gift"],
  legacyResourceId: "1001",
  customer: { id: "c", tags: ["loyal"] },
  billingAddress: { country: "Austria", province: "Tirol", city: "Innsbruck" },
  shippingAddress: { country: "Greece", province: "Attica", city: "Athens" },
  shippingLines: [{ title: "Express" }],
  attribution: { displayName: "Online Store" },
  lineItems: [
    { ...mugs, product: { id: "p", tags: ["new", "blue"], productType: "Tableware" } },
    { ...poster, sku: null, vendor: " ", product: null },
  ],
};

describe("a worksheet splitter", () => {
  it.each<[keyof typeof WorksheetSplitter, Record<string, number>]>([
    ["OrderTags", { vip: 2, gift: 2 }],
    ["CustomerTags", { loyal: 2 }],
    ["BillingCountry", { Austria: 2 }],
    ["Province", { Attica: 2 }],
    ["BillingProvince", { Tirol: 2 }],
    ["ProductTags", { new: 1, blue: 1, Other: 1 }],
    ["ProductTitle", { Mug: 1, Poster: 1 }],
    ["Vendor", { Kiln: 1, Other: 1 }],
    ["Sku", { "MUG-1": 1, Other: 1 }],
    ["OrderId", { "1001": 2 }],
    ["ShippingLinesTitle", { Express: 2 }],
    ["ProductType", { Tableware: 1, Other: 1 }],
    ["City", { Athens: 2 }],
    ["BillingCity", { Innsbruck: 2 }],
    ["SalesChannel", { "Online Store": 2 }],
  ])("%s divides lines by their own values", (splitter, wanted) => {
    const split = createSplit(WorksheetSplitter[splitter]);
    const sheets = split?.divide(everything, everything.lineItems ?? []) ?? new Map();
    expect(Object.fromEntries([...sheets].map(([name, lines]) => [name, lines.length]))).toEqual(wanted);
  });

  it.each(Object.values(WorksheetSplitter).filter((splitter) => splitter !== WorksheetSplitter.None))(
    "with the number %i puts empty values, and an order without lines, on 'Other'",
    (splitter) => {
      const split = createSplit(splitter);
      const bare: LineItem = { id: "1" };
      expect([...(split?.divide({ id: "o", lineItems: [bare] }, [bare]) ?? [])]).toEqual([["Other", [bare]]]);
      expect([...(split?.divide({ id: "o", lineItems: [] }, []) ?? [])]).toEqual([["Other", []]]);
    },
  );

  it("requests its field, and none if there is no splitter", () => {
    const fieldsOf = (splitter: WorksheetSplitter) =>
      createReport({
        design: { grouping: Grouping.OnePerOrder, columns: [], sortedBy: null, splitter },
        columnByKey,
        context,
        locale: "en",
      }).fields;
    expect(fieldsOf(WorksheetSplitter.None)).toEqual(["createdAt", "id"]);
    expect(fieldsOf(WorksheetSplitter.ProductTags)).toEqual([
      "createdAt",
      "id",
      "lineItems.nodes.id",
      "lineItems.nodes.product.tags",
    ]);
  });
});

describe("a split report", () => {
  const orders = [
    order(3, [line(1, { vendor: "Kiln" }), line(2, { vendor: "Äther" }), line(3, { vendor: "Kiln" })], { tags: ["b"] }),
    order(2, [line(4, { vendor: null }), line(5, { vendor: "zink" })], { tags: ["a", "b"] }),
    order(1, [], { tags: [] }),
  ];
  const columns = ["OrderNum", "TotalPrice", "OrderTotal"];

  it("has a complete report on each worksheet, in the language's order with 'Other' last", async () => {
    const split = { columns, splitter: WorksheetSplitter.Vendor };
    expect(await read(orders, split, { locale: "de" })).toEqual([
      { name: "Äther", orders: 1, rows: ["#3 2 300"], starts: [true] },
      { name: "Kiln", orders: 1, rows: ["#3 1 300", "#3 3 -"], starts: [true, false] },
      { name: "zink", orders: 1, rows: ["#2 5 200"], starts: [true] },
      { name: "Other", orders: 2, rows: ["#2 4 200"], starts: [true] },
    ]);
    const swedish = await read(orders, split, { locale: "sv" });
    expect(swedish.map(({ name }) => name)).toEqual(["Kiln", "zink", "Äther", "Other"]);
  });

  it("orders worksheets with numbers by their value, and equal ones by character", async () => {
    const tagged = order(1, [line(1)], { tags: ["Week 10", "7", "Week 9", "10", "007"] });
    const sheets = await read([tagged], { columns, splitter: WorksheetSplitter.OrderTags });
    expect(sheets.map(({ name }) => name)).toEqual(["007", "7", "10", "Week 9", "Week 10"]);
  });

  it("repeats an order with several values on each of their worksheets, with its amounts once on each", async () => {
    const sheets = await read(orders, { columns, splitter: WorksheetSplitter.OrderTags });
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ["a", ["#2 4 200", "#2 5 -"]],
      ["b", ["#3 1 300", "#3 2 -", "#3 3 -", "#2 4 200", "#2 5 -"]],
    ]);
  });

  it("is sorted within each worksheet", async () => {
    const sortedBy = { column: "TotalPrice", sorting: Sorting.Descending };
    const sheets = await read(orders, { columns, sortedBy, splitter: WorksheetSplitter.OrderTags });
    expect(sheets.map(({ rows }) => rows)).toEqual([
      ["#2 5 200", "#2 4 -"],
      ["#2 5 200", "#2 4 -", "#3 3 300", "#3 2 -", "#3 1 -"],
    ]);
  });

  it("groups the lines of each worksheet separately", async () => {
    const split = { columns: ["ProductTitle", "Quantity"], splitter: WorksheetSplitter.OrderTags };
    const again = [...orders, order(0, [line(5, { quantity: 4 })], { tags: ["a"] })];
    const sheets = await read(again, { ...split, grouping: Grouping.ProductVariants });
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ["a", ["Thing 4 1", "Thing 5 5"]],
      ["b", ["Thing 1 1", "Thing 2 1", "Thing 3 1", "Thing 4 1", "Thing 5 1"]],
    ]);
  });

  it("puts an order without lines on 'Other' if a row is an order", async () => {
    const split = { columns: ["OrderNum", "Quantity"], splitter: WorksheetSplitter.Vendor };
    const sheets = await read(orders, { ...split, grouping: Grouping.OnePerOrder });
    expect(sheets.at(-1)).toMatchObject({ name: "Other", rows: ["#2 1", "#1 0"] });
  });

  it("has one worksheet without a name if there are no orders", async () => {
    expect(await read([], { columns, splitter: WorksheetSplitter.Vendor })).toEqual([
      { name: null, orders: 0, rows: [], starts: [] },
    ]);
  });

  it("is rejected if it holds too much, even unsorted", async () => {
    const report = createReport({
      design: { grouping: Grouping.Orders, columns: [], sortedBy: null, splitter: WorksheetSplitter.Sku },
      columnByKey,
      context,
      locale: "en",
      heldAtMost: 5_000,
    });
    const add = async () => {
      for (let n = 0; n < 50; n += 1) await report.add(order(1, [line(n)]), [line(n, { sku: `S${n}` })]);
    };
    await expect(add()).rejects.toThrow(MemoryLimitExceeded);
  });
});
