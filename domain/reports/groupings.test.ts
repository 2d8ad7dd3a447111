import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, money, mugs, poster } from "../columns/orders-for-tests.ts";
import { Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import { MemoryLimitExceeded } from "../external-sort/memory-budget.ts";
import type { Fulfillment, LineItem, Order } from "../orders/order.ts";
import { createReport } from "./report.ts";
import { linesOf, order, read } from "./reports-for-tests.ts";

const parcel = (
  id: string,
  units: [line: string, quantity: number | null][],
  changes: Partial<Fulfillment> = {},
): Fulfillment => ({
  id,
  status: "SUCCESS",
  trackingInfo: [{ number: `T${id}` }],
  fulfillmentLineItems: units.map(([line, quantity]) => ({ quantity, lineItem: { id: line } })),
  ...changes,
});

describe("a report of fulfillments", () => {
  const three: LineItem = { ...mugs, id: "L1", quantity: 3, originalTotalSet: money("10") };
  const two: LineItem = { ...poster, id: "L2", quantity: 2, originalTotalSet: money("4") };
  const columns = ["OrderNum", "TrackingNumber", "ProductTitle", "Quantity", "TotalPrice", "Price", "OrderTotal"];
  const report = (fulfillments: Fulfillment[], lines = [three, two]) =>
    read([order(1, lines, { fulfillments })], { grouping: Grouping.Fulfillments, columns }).then(
      ([sheet]) => sheet?.rows,
    );

  it("has a row per fulfillment and line, with shares that add up to the line's amount", async () => {
    const rows = await report([
      parcel("1", [
        ["L2", 1],
        ["L1", 1],
      ]),
      parcel("2", [["L1", 1]]),
      parcel("3", [["L1", 1]]),
    ]);
    expect(rows).toEqual([
      "#1 T1 Mug 1 3.33 12.5 100",
      "#1 T1 Poster 1 2 7.25 -",
      "#1 T2 Mug 1 3.34 12.5 -",
      "#1 T3 Mug 1 3.33 12.5 -",
    ]);
  });

  it.each(["CANCELLED", "ERROR", "FAILURE"])("leaves out %s fulfillments and unfulfilled units", async (status) => {
    const rows = await report([parcel("1", [["L1", 3]], { status }), parcel("2", [["L1", 2]])]);
    expect(rows).toEqual(["#1 T2 Mug 2 6.67 12.5 100"]);
    expect(await report([])).toEqual([]);
  });

  it("has rows only for the filtered lines", async () => {
    expect(
      await report(
        [
          parcel("1", [
            ["L1", 3],
            ["L2", 2],
          ]),
        ],
        [two],
      ),
    ).toEqual(["#1 T1 Poster 2 4 7.25 100"]);
  });

  it("divides the remaining units into whole ones", async () => {
    const left: LineItem = { ...mugs, id: "L1", quantity: 4, currentQuantity: 2, nonFulfillableQuantity: 1 };
    const fulfillments = ["1", "2", "3"].map((id) => parcel(id, [["L1", 1]]));
    const [sheet] = await read([order(1, [left], { fulfillments })], {
      grouping: Grouping.Fulfillments,
      columns: ["TrackingNumber", "CurrentQuantity"],
    });
    expect(sheet?.rows).toEqual(["T1 1", "T2 0", "T3 1"]);
  });

  it("adds up units listed twice, and leaves unknown values blank", async () => {
    expect(
      await report([
        parcel("1", [
          ["L1", 1],
          ["L1", 2],
        ]),
      ]),
    ).toEqual(["#1 T1 Mug 3 10 12.5 100"]);
    expect(await report([parcel("1", [["L1", null]])])).toEqual(["#1 T1 Mug - - 12.5 100"]);
  });

  it("requests fulfilled units only in this grouping", () => {
    const fields = (grouping: Grouping) =>
      createReport({
        design: { grouping, columns: [], sortedBy: null, splitter: WorksheetSplitter.None },
        columnByKey,
        context,
        locale: "en",
      }).fields;
    expect(fields(Grouping.Fulfillments)).toContain("fulfillments.fulfillmentLineItems.nodes.quantity");
    expect(fields(Grouping.Fulfillments)).not.toContain("lineItems.nodes.quantity");
    expect(fields(Grouping.Orders)).toEqual(["createdAt", "id", "lineItems.nodes.id"]);
  });
});

const line = (
  product: string | null,
  variant: string | null,
  title: string,
  variantTitle: string,
  quantity: number,
  price: string,
): LineItem => ({
  ...mugs,
  id: `L-${title}-${variantTitle}-${quantity}`,
  product: product === null ? null : { id: `gid://shopify/Product/${product}` },
  variant: variant === null ? null : { id: `gid://shopify/ProductVariant/${variant}` },
  title,
  variantTitle,
  sku: `${title}-${variantTitle}`,
  quantity,
  originalUnitPriceSet: money(price),
  originalTotalSet: money(String(Number(price) * quantity)),
});
const orders: Order[] = [
  order(3, [line("1", "10", "Mug, new name", "Blue", 1, "12"), line("2", "20", "Bowl", "S", 1, "5")]),
  order(2, [
    line("1", "10", "Mug", "Blue", 2, "9"),
    line("1", "9", "Mug", "Blue", 1, "8"),
    line(null, null, "Card", "", 1, "2"),
  ]),
  order(1, [line(null, null, "Card", "", 4, "2"), line("1", "11", "Mug", "Azure", 1, "8")]),
];

describe("a report of product variants", () => {
  const columns = ["ProductTitle", "VariantTitle", "SKU", "Quantity", "Price", "TotalPrice", "OrderNum", "OrderDate"];

  it("has a row per variant over all orders, sorted by titles and id, and one per custom item", async () => {
    expect(await read(orders, { grouping: Grouping.ProductVariants, columns })).toEqual([
      {
        name: null,
        orders: 3,
        rows: [
          "Bowl S Bowl-S 1 5 5 #3 2026-11-20T12:03:00Z",
          "Card - Card- 5 2 10 #2, #1 2026-11-20T12:02:00Z",
          "Mug Azure Mug-Azure 1 8 8 #1 2026-11-20T12:01:00Z",
          "Mug Blue Mug-Blue 1 8 8 #2 2026-11-20T12:02:00Z",
          "Mug, new name Blue Mug, new name-Blue 3 10 30 #3, #2 2026-11-20T12:03:00Z",
        ],
        starts: [true, true, true, true, true],
      },
    ]);
  });

  it("sorts by a column, and ties by title", async () => {
    const sortedBy = { column: "Price", sorting: Sorting.Descending };
    const [sheet] = await read(orders, {
      grouping: Grouping.ProductVariants,
      columns: ["VariantTitle", "Price"],
      sortedBy,
    });
    expect(sheet?.rows).toEqual(["Blue 10", "Azure 8", "Blue 8", "S 5", "- 2"]);
  });

  it("orders sizes and numbers in titles by their value", async () => {
    const sizes = [
      line("1", "1", "Ring 10", "S", 1, "1"),
      line("2", "2", "Ring 9", "Size 10", 1, "1"),
      line("2", "3", "Ring 9", "Size 2", 1, "1"),
    ];
    const columns = ["ProductTitle", "VariantTitle"];
    const [sheet] = await read([order(1, sizes)], { grouping: Grouping.ProductVariants, columns });
    expect(sheet?.rows).toEqual(["Ring 9 Size 2", "Ring 9 Size 10", "Ring 10 S"]);
  });

  it("orders variants with the same titles by their id", async () => {
    const alike = ["100", "20", "3"].map((id) => line("1", id, "Mug", "Blue", Number(id), "1"));
    const [sheet] = await read([order(1, alike)], { grouping: Grouping.ProductVariants, columns: ["Quantity"] });
    expect(sheet?.rows).toEqual(["3", "20", "100"]);
  });

  it("leaves out columns that its grouping does not allow", async () => {
    const [sheet] = await read(orders.slice(0, 1), {
      grouping: Grouping.ProductVariants,
      columns: ["OrderTotal", "Note", "Quantity"],
    });
    expect(sheet?.rows).toEqual(["1", "1"]);
  });
});

describe("a report of products", () => {
  it("has a row per product over all orders", async () => {
    const columns = ["ProductTitle", "VariantTitle", "Quantity", "Price", "FulfillmentStatus"];
    const [sheet] = await read(orders, { grouping: Grouping.ProductCombined, columns });
    expect(sheet?.rows).toEqual([
      "Bowl S 1 5 fulfilled",
      "Card - 5 2 fulfilled",
      "Mug, new name Blue, Azure 5 9.2 fulfilled",
    ]);
  });

  it("is rejected if it holds too much, even unsorted", async () => {
    const addAll = async (heldAtMost: number, ...columns: string[]) => {
      const design = {
        grouping: Grouping.ProductCombined,
        columns: columns.map((column) => ({ column, title: null, width: null, format: null })),
        sortedBy: null,
        splitter: WorksheetSplitter.None,
      };
      const made = createReport({ design, columnByKey, context, locale: "en", heldAtMost });
      for (const one of orders) await made.add(one, linesOf(one));
    };
    await addAll(10_000);
    await expect(addAll(300)).rejects.toThrow(MemoryLimitExceeded);
    // Sums and joins hold several times as much as single values.
    await addAll(7_500, "ProductTitle", "Vendor", "Image");
    await expect(addAll(7_500, "Quantity", "Price", "OrderNum")).rejects.toThrow(MemoryLimitExceeded);
  });
});
