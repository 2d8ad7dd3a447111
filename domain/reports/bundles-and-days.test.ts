import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, money } from "../columns/orders-for-tests.ts";
import { shownCell } from "../columns/shown-for-tests.ts";
import { Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { LineItem } from "../orders/order.ts";
import { createReport } from "./report.ts";
import { order, read } from "./reports-for-tests.ts";

const set = { id: "gid://shopify/LineItemGroup/1", title: "Tea set", quantity: 2 };
const line = (id: number, title: string, quantity: number, price: string, more: Partial<LineItem> = {}): LineItem => ({
  id: `gid://shopify/LineItem/${id}`,
  title,
  name: title,
  vendor: "Leaf",
  quantity,
  originalUnitPriceSet: money(price),
  originalTotalSet: money(String(Number(price) * quantity)),
  variant: { id: `gid://shopify/ProductVariant/${title}` },
  ...more,
});
const property = (key: string, value: string) => ({ customAttributes: [{ key, value }] });

const tin = line(1, "Tin", 2, "8", { lineItemGroup: set });
const mug = line(2, "Mug", 1, "40", { vendor: "Kiln", ...property("Engraving", "Anna") });
const spoon = line(3, "Spoon", 4, "3", { lineItemGroup: set, vendor: "Kiln" });
const bundles = { grouping: Grouping.BundleAndCustomizer, columns: ["ProductTitle", "TotalPrice", "Price"] };

describe("a report with one row per bundle or single line", () => {
  it("has a bundle at its first line, with its lines beneath", async () => {
    const [sheet] = await read([order(1, [tin, mug, spoon])], bundles);
    expect(sheet?.rows).toEqual(["Tea set × 2\n• Tin × 2\n• Spoon × 4 28 14", "Mug\nEngraving: Anna 40 40"]);
  });

  it("sorts bundles by their total price", async () => {
    const sortedBy = { column: "TotalPrice", sorting: Sorting.Descending };
    const [sheet] = await read([order(1, [tin, mug, spoon])], { ...bundles, columns: ["TotalPrice"], sortedBy });
    expect(sheet?.rows).toEqual(["40", "28"]);
  });

  it("shows on each worksheet only that worksheet's lines of a bundle, under the same parent", async () => {
    const sheets = await read([order(1, [tin, mug, spoon])], { ...bundles, splitter: WorksheetSplitter.Vendor });
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ["Kiln", ["Mug\nEngraving: Anna 40 40", "Tea set × 2\n• Spoon × 4 12 6"]],
      ["Leaf", ["Tea set × 2\n• Tin × 2 16 8"]],
    ]);
  });

  it("names the parent of a bundle even if a filter left it out", async () => {
    const box = line(4, "Box", 1, "5", property("_bundle_id", "b-1"));
    const soap = line(5, "Soap", 3, "2", property("_bundle_id", "b-1"));
    const report = createReport({
      design: {
        ...{ grouping: bundles.grouping, sortedBy: null, splitter: WorksheetSplitter.None },
        columns: bundles.columns.map((column) => ({ column, title: null, width: null, format: null })),
      },
      columnByKey,
      context,
      locale: "en",
    });
    const rows = await report.add(order(1, [box, soap]), [soap]);
    expect(rows.map(({ cells }) => cells.map(shownCell))).toEqual([["Box × 1\n• Soap × 3", "6", "6"]]);
  });

  it("has the order's amounts on its first row, and marks where each order starts", async () => {
    const [sheet] = await read([order(2, [tin, spoon, mug]), order(1, [mug])], {
      ...bundles,
      columns: ["OrderNum", "OrderTotal"],
    });
    expect(sheet).toMatchObject({ rows: ["#2 200", "#2 -", "#1 100"], starts: [true, false, true] });
  });

  it("leaves the price blank for zero bundles and for lines without one", async () => {
    const none = { ...set, quantity: 0 };
    const [sheet] = await read(
      [
        order(2, [{ ...tin, lineItemGroup: none }]),
        order(1, [{ id: tin.id, title: "Tin", quantity: 2, lineItemGroup: set }]),
      ],
      { ...bundles, columns: ["Price"] },
    );
    expect(sheet?.rows).toEqual(["-", "-"]);
  });
});

describe("a report with one row per variant and delivery date", () => {
  const days = { grouping: Grouping.MassConstructionMealPrep, columns: ["DeliveryDate", "ProductTitle", "Quantity"] };
  const bowl = (id: number, quantity: number, day: string) =>
    line(id, "Bowl", quantity, "9", property("Delivery date", day));

  it("adds up the quantity per delivery day, earliest first and those without one last", async () => {
    const orders = [
      order(4, [bowl(1, 1, "2026-12-24"), line(2, "Apple", 1, "1", property("Delivery date", "24 Dec 2026"))]),
      order(3, [line(3, "Bowl", 7, "9"), bowl(4, 2, "Friday")]),
      order(2, [bowl(5, 3, "Thu, Dec 24, 2026")]),
      order(1, [line(6, "Bowl", 4, "9")], { customAttributes: [{ key: "Delivery-Date", value: "2026/12/01" }] }),
    ];
    const [sheet] = await read(orders, days);
    expect(sheet?.rows).toEqual([
      "2026-12-01 Bowl 4",
      "2026-12-24 Apple 1",
      "2026-12-24 Bowl 4",
      "Friday Bowl 2",
      "- Bowl 7",
    ]);
  });

  it("is sorted by a column if one is chosen", async () => {
    const sortedBy = { column: "Quantity", sorting: Sorting.Descending };
    const orders = [order(2, [bowl(1, 1, "2026-12-24")]), order(1, [bowl(2, 5, "2026-12-25")])];
    const [sheet] = await read(orders, { ...days, sortedBy });
    expect(sheet?.rows).toEqual(["2026-12-25 Bowl 5", "2026-12-24 Bowl 1"]);
  });
});

describe("reports of other groupings", () => {
  it("request neither bundles nor properties", () => {
    const asks = (grouping: Grouping) => {
      const columns = ["ProductTitle", "Quantity"].map((column) => ({
        column,
        title: null,
        width: null,
        format: null,
      }));
      const design = { grouping, columns, sortedBy: null, splitter: WorksheetSplitter.None };
      const { fields } = createReport({ design, columnByKey, context, locale: "en" });
      return fields.filter((field) => /lineItemGroup|customAttributes/.test(field));
    };
    for (const grouping of [0, 1, 2, 3, 4] as const) expect(asks(grouping)).toEqual([]);
    expect(asks(Grouping.MassConstructionMealPrep)).toHaveLength(4);
    expect(asks(Grouping.BundleAndCustomizer)).toEqual([
      "lineItems.nodes.customAttributes.key",
      "lineItems.nodes.customAttributes.value",
      "lineItems.nodes.lineItemGroup.id",
      "lineItems.nodes.lineItemGroup.quantity",
      "lineItems.nodes.lineItemGroup.title",
    ]);
  });
});
