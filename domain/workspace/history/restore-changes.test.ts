import { describe, expect, it } from "vitest";
import { Grouping, Sorting, WorksheetSplitter } from "../../enumerations.ts";
import { SieverCode } from "../../filters/sievers.ts";
import { content, designFacts } from "../workspace-for-tests.ts";
import { describeDesignChanges, describeFilterChanges } from "./restore-changes.ts";

describe("the changes by restoring a filter", () => {
  it("are one sentence for each field, in the editor's order", () => {
    const now = content({
      title: "Wholesale",
      financial_status: 5,
      sievers: { [SieverCode.OrderTags]: ["vip", "!test"], [SieverCode.Vendor]: ["Acme"] },
    });
    const then = content({
      title: "New filter 1",
      fulfillment_status: 4,
      sievers: {
        [SieverCode.OrderTags]: ["vip", "gift"],
        [SieverCode.Vendor]: ["Acme"],
        [SieverCode.Quantity]: [">5"],
      },
    });
    expect(describeFilterChanges(now, then)).toEqual([
      "Title: from “Wholesale” to “New filter 1”.",
      "Financial status: from paid or partially paid to any.",
      "Fulfillment status: from any to has something to ship.",
      "Order tags: adds “gift”, removes not “test”.",
      "Order line quantity: adds > 5.",
    ]);
  });

  it("are empty if nothing differs", () => {
    expect(describeFilterChanges(content({ sievers: { [SieverCode.Sku]: [] } }), content())).toEqual([]);
  });
});

describe("the changes by restoring a report design", () => {
  it("name columns as the merchant does, and list rows, order and appearance separately", () => {
    const now = designFacts("a", 0, { shown: ["OrderNum", "TotalPrice", "Quantity"] });
    const then = designFacts("a", 0, {
      title: "Sales",
      grouping: Grouping.OnePerOrder,
      splitter: WorksheetSplitter.Vendor,
      sortedBy: { column: "TotalPrice", sorting: Sorting.Descending },
      shown: ["TotalPrice", "OrderNum", "ShippingCity"],
      settings: { TotalPrice: { title: "Worth" } },
    });
    expect(describeDesignChanges(now, then)).toEqual([
      "Title: from “Design a” to “Sales”.",
      "Rows: from one per order line to one per order.",
      "Worksheets: from one worksheet to one per vendor.",
      "Sorting: from newest order first to “Total price”, high to low.",
      "Columns: adds “Shipping city”, removes “Quantity”.",
      "Columns: reordered.",
      "Columns shown differently: “Worth”.",
    ]);
    expect(describeDesignChanges(now, now)).toEqual([]);
  });
});
