import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { bareOrder, fullOrder } from "../columns/orders-for-tests.ts";
import type { ShownColumn } from "../designs/design.ts";
import { Grouping } from "../enumerations.ts";
import { isAllowed } from "./allowed.ts";
import { compile } from "./compile.ts";
import { UncompilableDesign } from "./plan.ts";
import { rowsOf } from "./rows-for-tests.ts";

const chosen = (column: string, changes: Partial<ShownColumn> = {}): ShownColumn => ({
  column,
  title: null,
  width: null,
  format: null,
  ...changes,
});
const design = (grouping: Grouping, ...columns: ShownColumn[]) => compile({ grouping, columns }, columnByKey);

const text = (value: string) => ({ kind: "text", text: value });
const number = (decimal: string) => ({ kind: "number", decimal });

describe("a report of order lines", () => {
  it("has one row per line, the order's amounts on the first one only", () => {
    const compiled = design(Grouping.Orders, chosen("OrderNum"), chosen("ProductTitle"), chosen("OrderTotal"));
    expect(rowsOf(compiled, fullOrder)).toEqual([
      [text("#1001"), text("Mug"), number("40.55")],
      [text("#1001"), text("Poster"), null],
      [text("#1001"), text("Candle"), null],
    ]);
  });

  it("has rows for the lines that a filter kept alone, the order's amounts whole, on the first of them", () => {
    const compiled = design(Grouping.Orders, chosen("ProductTitle"), chosen("OrderTotal"));
    expect(rowsOf(compiled, fullOrder, fullOrder.lineItems?.slice(1))).toEqual([
      [text("Poster"), number("40.55")],
      [text("Candle"), null],
    ]);
  });

  it("has no row for an order without lines", () => {
    expect(rowsOf(design(Grouping.Orders, chosen("OrderNum")), { ...bareOrder, lineItems: [] })).toEqual([]);
  });

  it("asks for the lines even when no column needs one", () => {
    expect(design(Grouping.Orders, chosen("OrderNum")).fields).toEqual([
      "createdAt",
      "id",
      "lineItems.nodes.id",
      "name",
    ]);
  });
});

describe("a report of orders", () => {
  it("has one row per order, lines or not", () => {
    const compiled = design(Grouping.OnePerOrder, chosen("OrderNum"), chosen("Quantity"), chosen("OrderTotal"));
    expect(rowsOf(compiled, fullOrder)).toEqual([[text("#1001"), number("4"), number("40.55")]]);
    expect(rowsOf(compiled, { ...bareOrder, lineItems: [] })).toEqual([[text("#1002"), number("0"), number("7.25")]]);
  });

  it("tells of the lines that a filter kept, and the amounts of the whole order", () => {
    const compiled = design(
      Grouping.OnePerOrder,
      ...["Image", "ProductTitle", "Quantity", "OrderTotal"].map((column) => chosen(column)),
    );
    expect(rowsOf(compiled, fullOrder, fullOrder.lineItems?.slice(1, 2))).toEqual([
      [null, text("Poster"), number("1"), number("40.55")],
    ]);
  });

  it("leaves out a visible column that it does not allow, in head and rows", () => {
    const compiled = design(Grouping.OnePerOrder, chosen("OrderNum"), chosen("Price"), chosen("Currency"));
    expect(compiled.columns.map((column) => column.key)).toEqual(["OrderNum", "Currency"]);
    expect(rowsOf(compiled, fullOrder)).toEqual([[text("#1001"), text("EUR")]]);
    expect(compiled.fields).not.toContain("lineItems.nodes.originalUnitPriceSet.shopMoney.amount");
  });
});

describe("the columns of a design", () => {
  it("stand in the merchant's order under the merchant's titles", () => {
    const compiled = design(Grouping.Orders, chosen("Quantity", { title: "Pieces" }), chosen("OrderNum"));
    expect(compiled.columns.map(({ key, title }) => [key, title])).toEqual([
      ["Quantity", "Pieces"],
      ["OrderNum", "Order number"],
    ]);
  });

  it("ask for each field once, always with the id and the order date", () => {
    const compiled = design(Grouping.OnePerOrder, chosen("RefundedAmount"), chosen("RefundedQuantity"));
    expect(compiled.fields).toEqual([
      "createdAt",
      "id",
      "lineItems.nodes.id",
      "refunds.refundLineItems.nodes.lineItem.id",
      "refunds.refundLineItems.nodes.quantity",
      "refunds.refundLineItems.nodes.subtotalSet.shopMoney.amount",
      "refunds.refundLineItems.nodes.totalTaxSet.shopMoney.amount",
      "taxesIncluded",
    ]);
  });

  it("may be none at all", () => {
    expect(rowsOf(design(Grouping.Orders), fullOrder)).toEqual([[], [], []]);
  });

  it("stop with a sentence when the catalogue does not know one", () => {
    expect(() => design(Grouping.Orders, chosen("Nonsense"))).toThrow(UncompilableDesign);
    expect(() => design(Grouping.BundleAndCustomizer, chosen("OrderNum"))).toThrow("Reports cannot be grouped by 5.");
  });

  it("say which grouping allows them", () => {
    const price = columnByKey.get("Price");
    expect(price && isAllowed(price, Grouping.Orders)).toBe(true);
    expect(price && isAllowed(price, Grouping.OnePerOrder)).toBe(false);
    expect(price && isAllowed(price, Grouping.Fulfillments)).toBe(true);
    expect(price && isAllowed(price, Grouping.MassConstructionMealPrep)).toBe(false);
  });
});
