import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { unreadCell } from "../columns/cells/unread-cell.ts";
import { context, mugs } from "../columns/orders-for-tests.ts";
import { ColumnType, CustomColumnCategory, Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import { spillOptionsForTests, spoolForTests } from "../external-sort/spool-for-tests.ts";
import type { CompiledColumn } from "../groupings/compile.ts";
import { createTotals } from "../groupings/totals.ts";
import { namelessOrder } from "../orders/unread.ts";
import { createLetterOptions } from "./letter-options.ts";
import { createReport } from "./report.ts";
import { order, read } from "./reports-for-tests.ts";
import {
  describeLateOrders,
  describeUnreadOrders,
  explainUnreadOrders,
  summarizeUnreadOrders,
} from "./unread-orders.ts";

const lost = { unread: ["lineItems.nodes.originalTotalSet.shopMoney.amount", "lineItems.nodes.product.productType"] };
const columns = ["OrderNum", "TotalPrice", "ProductType", "SKU"];
const marked = "couldn't be read";

describe("a report with an order that couldn't be read in full", () => {
  it("marks the unread cells and shows the others", async () => {
    const [sheet] = await read([order(2, [mugs], lost), order(1, [mugs])], { columns });
    expect(sheet?.rows).toEqual([`#2 ${marked} ${marked} MUG-1`, "#1 25 Tableware MUG-1"]);
  });

  it.each([
    [
      "Price",
      Grouping.Orders,
      { originalUnitPriceSet: { presentmentMoney: { amount: "1" } } },
      "lineItems.nodes.originalUnitPriceSet.shopMoney.amount",
    ],
    [
      "LineProperties",
      Grouping.Orders,
      { customAttributes: [{ value: "Anna" }] },
      "lineItems.nodes.customAttributes.key",
    ],
    [
      "Price",
      Grouping.ProductVariants,
      { originalUnitPriceSet: { presentmentMoney: { amount: "1" } } },
      "lineItems.nodes.originalUnitPriceSet.shopMoney.amount",
    ],
  ])("does not compute %s in grouping %i if half of its input is missing", async (column, grouping, half, path) => {
    const line = { ...mugs, ...half } as unknown as typeof mugs;
    const [sheet] = await read([order(2, [line], { unread: [path] })], { columns: ["SKU", column], grouping });
    expect(sheet?.rows).toEqual([`MUG-1 ${grouping === Grouping.Orders ? marked : "incomplete"}`]);
  });

  it.each(["OrderTotal", "ExchangeRate"])(
    "does not compute %s if half of the order's total is missing",
    async (column) => {
      const half = { totalPriceSet: { presentmentMoney: { amount: "1" } }, unread: ["totalPriceSet.shopMoney.amount"] };
      const [sheet] = await read([order(2, [mugs], half as object)], { columns: ["OrderNum", column] });
      expect(sheet?.rows).toEqual([`#2 ${marked}`]);
    },
  );

  it("puts the order last in either direction if the sorting column is unread", async () => {
    const orders = [order(3, [mugs]), order(2, [mugs], lost), order(1, [mugs])];
    for (const sorting of [Sorting.Ascending, Sorting.Descending]) {
      const [sheet] = await read(orders, { columns, sortedBy: { column: "ProductType", sorting } });
      expect(sheet?.rows.at(-1)).toContain("#2");
    }
  });

  it.each(["incomplete", marked])("sorts a note '%s' like any other text", async (note) => {
    const orders = [order(3, [mugs], { note: "z" }), order(2, [mugs], { note }), order(1, [mugs], { note: "a" })];
    for (const [, holding] of holdings) {
      const sortedBy = { column: "Note", sorting: Sorting.Ascending };
      const [sheet] = await read(orders, { columns: ["OrderNum"], sortedBy }, holding());
      expect(sheet?.rows).toEqual(["#1", "#2", "#3"]);
    }
  });

  it("keeps its marks, whatever the letter options do to texts", () => {
    const preferences = { SatinizeLetters: true, ReplaceDashesSlashes: true };
    const prose = { type: ColumnType.Text, valueKind: "text", identifier: false } as CompiledColumn;
    const convert = createLetterOptions(preferences, [prose, prose]);
    expect(convert?.([unreadCell, { kind: "text", text: "\u00e9" }])).toEqual([
      unreadCell,
      { kind: "text", text: "e" },
    ]);
    expect(convert?.([unreadCell])[0]).toBe(unreadCell);
  });

  const ofProducts = { grouping: Grouping.ProductVariants, columns: ["SKU", "Quantity"] };
  const holdings = [
    ["in memory", () => ({})],
    ["on disk", () => ({ spilling: spillOptionsForTests(0, spoolForTests()) })],
  ] as const;

  it.each(holdings)("shows figures over several orders as incomplete if they are held %s", async (_, holding) => {
    const orders = [order(2, [mugs], { unread: ["lineItems.nodes.quantity"] }), order(1, [mugs])];
    const [sheet] = await read(orders, ofProducts, holding());
    expect(sheet?.rows).toEqual(["MUG-1 incomplete"]);
  });

  it.each([
    ["its products are known", ["tags"], ["CUP-1 1", "MUG-1 incomplete"]],
    ["its products are unknown", ["lineItems"], ["CUP-1 incomplete", "MUG-1 incomplete"]],
  ])("marks figures that lack a left-out order if %s", async (_, unread, rows) => {
    const cups = { ...mugs, id: "gid://shopify/LineItem/2", title: "Cup", sku: "CUP-1", quantity: 1, variant: null };
    const leftOut = [order(3, [mugs], { unread })];
    for (const [, holding] of holdings) {
      const [sheet] = await read([order(2, [mugs, cups])], ofProducts, { ...holding(), leftOut });
      expect(sheet?.rows).toEqual(rows);
    }
  });

  it("leaves the order out if the rows or the filter need lost data, and names the columns", () => {
    const shown = columns.map((column) => ({ column, title: null, width: null, format: null }));
    const design = { grouping: Grouping.Orders, sortedBy: null, splitter: WorksheetSplitter.None, columns: shown };
    const report = createReport({ design, columnByKey, context, locale: "en" });
    const unreadOf = (unread: string[], filterFields: string[] = []) =>
      report.listUnread(order(7, [mugs], { unread }), filterFields);
    expect(unreadOf(lost.unread)).toMatchObject({
      name: "#7",
      columns: ["Total price", "Product type"],
      leftOut: false,
    });
    expect(unreadOf(["lineItems"])).toMatchObject({ columns: ["Total price", "Product type", "SKU"], leftOut: true });
    expect(unreadOf(["tags"], ["tags"])).toMatchObject({ columns: [], leftOut: true });
    expect(unreadOf(["tags"])).toBeUndefined();
    expect(report.listUnread(order(7, [mugs]), ["tags"])).toBeUndefined();
  });
});

it("a formula column is named if it reads an incomplete one, even through other formulas", () => {
  const formula = (letter: string, words: string) => ({
    column: `Custom${letter}`,
    title: letter,
    width: null,
    format: null,
    custom: { category: CustomColumnCategory.ExcelFormula, formula: words },
  });
  const shown = ["SKU", "TotalPrice"].map((column) => ({ column, title: null, width: null, format: null }));
  const report = createReport({
    design: {
      grouping: Grouping.Orders,
      sortedBy: null,
      splitter: WorksheetSplitter.None,
      columns: [...shown, formula("1", "=B1*2"), formula("2", "=C1"), formula("3", "=A1")],
    },
    columnByKey,
    context,
    locale: "en",
  });
  expect(report.listUnread(order(7, [mugs], lost), [])).toMatchObject({ columns: ["Total price", "1", "2"] });
});

describe("totals", () => {
  const column = (total: CompiledColumn["total"]) => ({ total }) as CompiledColumn;
  const number = (decimal: string) => ({ kind: "number", decimal }) as const;

  it("are incomplete over an unread cell, and all of them if an order is left out", () => {
    const totals = createTotals([column("sum"), column("sumOncePerOrder"), column("sum"), column("none")]);
    totals.add([number("1"), unreadCell, number("2"), unreadCell], true);
    totals.add([number("1"), number("5"), number("2"), number("1")], true);
    expect(totals.values()).toEqual(["2", "incomplete", "4", null]);
    expect(totals.values(true)).toEqual(["incomplete", "incomplete", "incomplete", null]);
  });
});

it("a note names the orders that an earlier report lacked", () => {
  expect(describeLateOrders([])).toEqual([]);
  expect(describeLateOrders(["#1042", "#1050"])).toEqual(["With #1042 and #1050, which an earlier report lacked."]);
});

it("a note names the unread orders and their columns", () => {
  const total = { name: "#1042", columns: ["Total price"], leftOut: false };
  expect(describeUnreadOrders([total, { ...total, leftOut: true }, { ...total, columns: [], leftOut: true }])).toEqual([
    "Order #1042: “Total price” couldn't be read from your store. Cells that need it say so.",
    "Without #1042: “Total price” couldn't be read from your store.",
    "Without #1042: data that this report needs couldn't be read from your store.",
  ]);
  const same = [total, { ...total, name: "#1050" }, { ...total, name: "#1051" }];
  expect(describeUnreadOrders(same)).toEqual([
    "Orders #1042, #1050 and #1051: “Total price” couldn't be read from your store. Cells that need it say so.",
  ]);
  const others = ["Price", "SKU", "Tags", "Note"].map((title) => ({ ...total, columns: [title] }));
  expect(summarizeUnreadOrders([...same, ...others]).slice(2)).toEqual([
    "Order #1042: “SKU” couldn't be read from your store. Cells that need it say so.",
    "2 more orders couldn't be read from your store.",
  ]);
  expect(explainUnreadOrders([{ ...total, more: 2 }])).toBe(
    "Order #1042: “Total price” and 2 more columns couldn't be read from your store.",
  );
});

it("a note counts orders without a number after the others, and starts with a capital", () => {
  const total = { name: "#1042", columns: ["Total price"], leftOut: true };
  const nameless = { ...total, name: namelessOrder };
  const why = "“Total price” couldn't be read from your store.";
  expect(describeUnreadOrders([nameless])).toEqual([`Without an order with an unknown number: ${why}`]);
  expect(describeUnreadOrders([nameless, total, nameless])).toEqual([
    `Without #1042 and 2 orders with unknown numbers: ${why}`,
  ]);
  expect(explainUnreadOrders([nameless])).toBe(`An order with an unknown number: ${why}`);
  expect(explainUnreadOrders([nameless, nameless])).toBe(`2 orders with unknown numbers: ${why}`);
  expect(explainUnreadOrders([nameless, total])).toBe(`Order #1042 and an order with an unknown number: ${why}`);
  expect(describeLateOrders([namelessOrder, namelessOrder])).toEqual([
    "With 2 orders with unknown numbers, which an earlier report lacked.",
  ]);
});
