import { describe, expect, it } from "vitest";
import { onOrder } from "../groupings/one-column-for-tests.ts";
import { athens, bareOrder, fullOrder } from "./orders-for-tests.ts";

describe("the full address", () => {
  it("joins the non-empty lines of the platform's formatted address, including repeated ones", () => {
    const luxembourg = { ...athens, formatted: ["1 Main St", "", "Luxembourg", "Luxembourg"] };
    expect(onOrder("ShippingFullAddress", { ...fullOrder, shippingAddress: luxembourg })).toBe(
      "1 Main St, Luxembourg, Luxembourg",
    );
  });

  it("is blank if the address has no lines", () => {
    expect(onOrder("BillingFullAddress", { ...fullOrder, billingAddress: { formatted: [] } })).toBeNull();
  });
});

describe("a latitude", () => {
  it.each([
    [40.7506, "40.7506"],
    [-0.5, "-0.5"],
    [0, "0"],
    [0.000_001, "0.000001"],
    [1e-7, "0"],
    [null, null],
  ])("of %j is shown as %j", (latitude, shown) => {
    expect(onOrder("ShippingLatitude", { ...fullOrder, shippingAddress: { ...athens, latitude } })).toBe(shown);
  });
});

describe("an order", () => {
  it.each([
    ["shippingAddress", "ShippingCity", "BillingCity"],
    ["billingAddress", "BillingCity", "ShippingCity"],
  ])("without %s leaves %s blank and does not affect the other address", (field, blank, kept) => {
    const order = { ...fullOrder, [field]: null };
    expect(onOrder(blank, order)).toBeNull();
    expect(onOrder(kept, order)).toBe("Αθήνα");
    expect(onOrder(blank, bareOrder)).toBeNull();
  });
});
