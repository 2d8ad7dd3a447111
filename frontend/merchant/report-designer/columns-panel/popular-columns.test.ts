import { describe, expect, it } from "vitest";
import { catalogue } from "#domain/columns/catalogue.ts";
import { pickPopular } from "./popular-columns.ts";

const popular = pickPopular(catalogue).map(({ key }) => key);

describe("popular columns", () => {
  it("are those in most starter designs, most used first", () => {
    expect(popular.slice(0, 7)).toEqual([
      // In four designs.
      "OrderNum",
      "Quantity",
      // In three.
      "OrderDate",
      "ProductTitle",
      "VariantTitle",
      "SKU",
      "FinancialStatus",
    ]);
    expect(popular).toEqual(expect.arrayContaining(["CustomerName", "Price", "OrderTotal", "OrderTax", "Email"]));
  });

  it("exclude columns that only the starter of the platform's export shows", () => {
    expect(popular.filter((key) => /^Billing|OrderTax3/.test(key))).toEqual([]);
  });

  it("are at most 24, of the given columns", () => {
    expect(popular.length).toBe(24);
    const given = [{ key: "TrackingNumber" }, { key: "Custom1" }, { key: "OrderNum" }];
    expect(pickPopular(given)).toEqual([{ key: "OrderNum" }, { key: "TrackingNumber" }]);
  });
});
