import { describe, expect, it } from "vitest";
import { columnByKey } from "../columns/catalogue.ts";
import { context, mugs } from "../columns/orders-for-tests.ts";
import { Grouping, Sorting, WorksheetSplitter } from "../enumerations.ts";
import type { Order } from "../orders/order.ts";
import { createReport } from "./report.ts";
import { order, read } from "./reports-for-tests.ts";

const denied = { denied: ["customer", "lineItems.nodes.product"] };
const columns = ["OrderNum", "CustomerTags", "ProductType", "SKU"];

describe("a report with denied data", () => {
  it("marks the denied columns, and shows the others", async () => {
    const [sheet] = await read([order(1, [mugs], denied)], { columns });
    expect(sheet?.rows).toEqual(["#1 no access no access MUG-1"]);
  });

  it("marks every row if it is sorted, and totals over all orders of a product", async () => {
    const orders = [order(2, [mugs], denied), order(1, [mugs], denied)];
    const sorted = { column: "CustomerTags", sorting: Sorting.Ascending } as const;
    const [sheet] = await read(orders, { columns, sortedBy: sorted });
    expect(sheet?.rows).toEqual(["#2 no access no access MUG-1", "#1 no access no access MUG-1"]);
    const [product] = await read(orders, { columns: ["ProductType", "Quantity"], grouping: Grouping.ProductVariants });
    expect(product?.rows).toEqual(["no access 4"]);
  });

  it("shows everything if the denied data is in none of its columns", async () => {
    const [sheet] = await read([order(1, [mugs], { denied: ["risk"] })], { columns: ["OrderNum", "ProductType"] });
    expect(sheet?.rows).toEqual(["#1 Tableware"]);
  });
});

describe("the columns of a report that lack a permission", () => {
  const lackingOf = async (changes: Pick<Order, "denied" | "lacking">) => {
    const shown = columns.map((column) => ({ column, title: null, width: null, format: null }));
    const design = { grouping: Grouping.Orders, sortedBy: null, splitter: WorksheetSplitter.None, columns: shown };
    const report = createReport({ design, columnByKey, context, locale: "en" });
    await report.add(order(1, [mugs], changes), [mugs]);
    return report.lacking();
  };

  it("are listed with their scopes, without those that the platform withholds from every app", async () => {
    expect(await lackingOf({ ...denied, lacking: ["customer"] })).toEqual([
      { column: "CustomerTags", scopes: ["read_customers"] },
    ]);
    expect(await lackingOf({ ...denied, lacking: denied.denied })).toEqual([
      { column: "CustomerTags", scopes: ["read_customers"] },
      { column: "ProductType", scopes: ["read_products"] },
    ]);
    expect(await lackingOf(denied)).toEqual([]);
  });
});
