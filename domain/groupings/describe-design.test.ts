import { describe, expect, it } from "vitest";
import { Grouping } from "../enumerations.ts";
import { columnsInList, describeDesign } from "./describe-design.ts";

const titles = ["Order Id", "Total", "Tags", "SKU"];
const of = (columns: number, grouping: Grouping = Grouping.OnePerOrder) =>
  describeDesign({ titles: titles.slice(0, Math.min(columns, columnsInList)), columns, grouping });

describe("a report design in one line", () => {
  it.each([
    [1, "Order Id · one row per order"],
    [3, "Order Id, Total, Tags · one row per order"],
    [4, "Order Id, Total, Tags, SKU · one row per order"],
    [5, "Order Id, Total, Tags and 2 more · one row per order"],
    [12, "Order Id, Total, Tags and 9 more · one row per order"],
    [0, "No columns yet · one row per order"],
  ])("with %i columns", (columns, line) => {
    expect(of(columns)).toBe(line);
  });

  it("names its rows", () => {
    expect(of(1, Grouping.ProductVariants)).toBe("Order Id · one row per product variant");
  });
});
