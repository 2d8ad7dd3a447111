import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { bareOrder, fullOrder, mugs } from "../columns/orders-for-tests.ts";
import type { ShownColumn } from "../designs/design.ts";
import { groupingsOffered } from "../designs/validate.ts";
import { CustomColumnCategory, Grouping, Sorting } from "../enumerations.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { isAllowed } from "./allowed.ts";
import { compileDesign } from "./compile.ts";
import { UncompilableDesign } from "./row-plan.ts";
import { rowsOf } from "./rows-for-tests.ts";

const chosen = (column: string, changes: Partial<ShownColumn> = {}): ShownColumn => ({
  column,
  title: null,
  width: null,
  format: null,
  ...changes,
});
const design = (grouping: Grouping, ...columns: ShownColumn[]) => compileDesign({ grouping, columns }, columnByKey);

const text = (value: string) => ({ kind: "text", text: value });
const number = (decimal: string) => ({ kind: "number", decimal });

describe("a report of order lines", () => {
  it("has one row per line, with the order's amounts on the first one only", () => {
    const compiled = design(Grouping.Orders, chosen("OrderNum"), chosen("ProductTitle"), chosen("OrderTotal"));
    expect(rowsOf(compiled, fullOrder)).toEqual([
      [text("#1001"), text("Mug"), number("40.55")],
      [text("#1001"), text("Poster"), null],
      [text("#1001"), text("Candle"), null],
    ]);
  });

  it("has rows only for the filtered lines, with the whole order's amounts on the first one", () => {
    const compiled = design(Grouping.Orders, chosen("ProductTitle"), chosen("OrderTotal"));
    expect(rowsOf(compiled, fullOrder, fullOrder.lineItems?.slice(1))).toEqual([
      [text("Poster"), number("40.55")],
      [text("Candle"), null],
    ]);
  });

  it("has no row for an order without lines", () => {
    expect(rowsOf(design(Grouping.Orders, chosen("OrderNum")), { ...bareOrder, lineItems: [] })).toEqual([]);
  });

  it("requests the lines even if no column needs them", () => {
    expect(design(Grouping.Orders, chosen("OrderNum")).fields).toEqual([
      "createdAt",
      "id",
      "lineItems.nodes.id",
      "name",
    ]);
  });
});

describe("a report with attributes chosen by name", () => {
  const { ExcelFormula, NoteAttributes, ProductMetafields, Property } = CustomColumnCategory;
  const engraved: LineItem = { ...mugs, customAttributes: [{ key: "Engraving", value: "Ada" }] };
  const order: Order = {
    ...fullOrder,
    customAttributes: [
      { key: "Wrap", value: "paper" },
      { key: "Gift", value: "yes" },
      { key: "Gift", value: "for Ada" },
    ],
    lineItems: [engraved],
  };

  it("shows a note attribute and requests only its fields", () => {
    const custom = { category: NoteAttributes, name: "Gift" } as const;
    const byPlace = design(Grouping.OnePerOrder, chosen("OrderProperty1"));
    const byName = design(Grouping.OnePerOrder, chosen("OrderProperty1", { custom }));
    expect(rowsOf(byPlace, order)).toEqual([[text("paper")]]);
    expect(rowsOf(byName, order)).toEqual([[text("yes, for Ada")]]);
    expect(byName.fields).toEqual(["createdAt", "customAttributes.key", "customAttributes.value", "id"]);
  });

  it("shows a line property in a custom column, and requests a hidden one to sort by it", () => {
    const custom = { category: Property, name: "Engraving" } as const;
    const own = design(Grouping.Orders, chosen("Custom3", { custom, title: "Engraved" }), chosen("Custom4"));
    expect(own.columns.map(({ key, title }) => [key, title])).toEqual([
      ["Custom3", "Engraved"],
      ["Custom4", "Custom 4"],
    ]);
    expect(rowsOf(own, order)).toEqual([[text("Ada"), null]]);
    const sortedBy = { column: "LineProperty1", sorting: Sorting.Ascending, custom } as const;
    const sorted = compileDesign({ grouping: Grouping.Orders, columns: [chosen("OrderNum")], sortedBy }, columnByKey);
    expect(sorted.fields).toContain("lineItems.nodes.customAttributes.value");
  });

  it("omits columns that its grouping lacks, and is blank without an attribute or with a formula", () => {
    const custom = { category: NoteAttributes, name: "Gift" } as const;
    const formula = { category: ExcelFormula, formula: "=A1" } as const;
    const products = design(
      Grouping.ProductVariants,
      chosen("Custom1", { custom }),
      chosen("Custom2", { custom: formula }),
      chosen("ProductMetafield1"),
      chosen("ProductMetafield2", { custom: { category: ProductMetafields, name: "custom.material" } }),
    );
    expect(products.columns.map(({ key }) => key)).toEqual(["Custom2", "ProductMetafield1", "ProductMetafield2"]);
    const linen = { ...engraved, product: { id: "p", metafield_custom_2ematerial: { value: "Linen" } } };
    expect(rowsOf(products, { ...order, lineItems: [linen] })).toEqual([[null, null, text("Linen")]]);
  });
});

describe("a report of orders", () => {
  it("has one row per order, with or without lines", () => {
    const compiled = design(Grouping.OnePerOrder, chosen("OrderNum"), chosen("Quantity"), chosen("OrderTotal"));
    expect(rowsOf(compiled, fullOrder)).toEqual([[text("#1001"), number("4"), number("40.55")]]);
    expect(rowsOf(compiled, { ...bareOrder, lineItems: [] })).toEqual([[text("#1002"), number("0"), number("7.25")]]);
  });

  it("shows the filtered lines, and the amounts of the whole order", () => {
    const compiled = design(
      Grouping.OnePerOrder,
      ...["Image", "ProductTitle", "Quantity", "OrderTotal"].map((column) => chosen(column)),
    );
    expect(rowsOf(compiled, fullOrder, fullOrder.lineItems?.slice(1, 2))).toEqual([
      [null, text("Poster"), number("1"), number("40.55")],
    ]);
  });

  it("omits a visible column that its grouping does not allow", () => {
    const compiled = design(Grouping.OnePerOrder, chosen("OrderNum"), chosen("Price"), chosen("Currency"));
    expect(compiled.columns.map((column) => column.key)).toEqual(["OrderNum", "Currency"]);
    expect(rowsOf(compiled, fullOrder)).toEqual([[text("#1001"), text("EUR")]]);
    expect(compiled.fields).not.toContain("lineItems.nodes.originalUnitPriceSet.shopMoney.amount");
  });
});

describe("the columns of a design", () => {
  it("are in the merchant's order under the merchant's titles", () => {
    const compiled = design(Grouping.Orders, chosen("Quantity", { title: "Pieces" }), chosen("OrderNum"));
    expect(compiled.columns.map(({ key, title }) => [key, title])).toEqual([
      ["Quantity", "Pieces"],
      ["OrderNum", "Order number"],
    ]);
  });

  it("request each field once, always with the id and the order date", () => {
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

  it("may be empty", () => {
    expect(rowsOf(design(Grouping.Orders), fullOrder)).toEqual([[], [], []]);
  });

  it("are rejected if one or the grouping is unknown", () => {
    expect(() => design(Grouping.Orders, chosen("Nonsense"))).toThrow(UncompilableDesign);
    expect(() => design(99 as Grouping, chosen("OrderNum"))).toThrow("Reports cannot be grouped by 99.");
  });

  it("compile in every grouping on offer", () => {
    for (const grouping of groupingsOffered)
      expect(design(grouping, chosen("Quantity")).columns.map(({ key }) => key)).toEqual(["Quantity"]);
    expect(groupingsOffered).toHaveLength(Object.keys(Grouping).length);
  });

  it("tell which groupings allow them", () => {
    const price = columnByKey.get("Price");
    expect(price && isAllowed(price, Grouping.Orders)).toBe(true);
    expect(price && isAllowed(price, Grouping.OnePerOrder)).toBe(false);
    expect(price && isAllowed(price, Grouping.Fulfillments)).toBe(true);
    expect(price && isAllowed(price, 99 as Grouping)).toBe(false);
  });
});
