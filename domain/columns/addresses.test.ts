import { describe, expect, it } from "vitest";
import { onOrder } from "../groupings/one-column-for-tests.ts";
import { athens, bareOrder, fullOrder } from "./orders-for-tests.ts";

describe("the full address", () => {
  it("has the lines made by the platform, repeated ones too", () => {
    const luxembourg = { ...athens, formatted: ["1 Main St", "", "Luxembourg", "Luxembourg"] };
    expect(onOrder("ShippingFullAddress", { ...fullOrder, shippingAddress: luxembourg })).toBe(
      "1 Main St, Luxembourg, Luxembourg",
    );
  });

  it("is blank when the address has no line", () => {
    expect(onOrder("BillingFullAddress", { ...fullOrder, billingAddress: { formatted: [] } })).toBeNull();
  });
});

describe("degrees", () => {
  it.each([
    [40.7506, "40.7506"],
    [-0.5, "-0.5"],
    [0, "0"],
    [0.000_001, "0.000001"],
    [1e-7, "0"],
    [null, null],
  ])("show %j as %j", (latitude, shown) => {
    expect(onOrder("ShippingLatitude", { ...fullOrder, shippingAddress: { ...athens, latitude } })).toBe(shown);
  });
});

describe("an order without an address", () => {
  it.each([
    ["shippingAddress", "ShippingCity", "BillingCity"],
    ["billingAddress", "BillingCity", "ShippingCity"],
  ])("without %s leaves %s blank and does not affect the other one", (field, blank, kept) => {
    const order = { ...fullOrder, [field]: null };
    expect(onOrder(blank, order)).toBeNull();
    expect(onOrder(kept, order)).toBe("Αθήνα");
    expect(onOrder(blank, bareOrder)).toBeNull();
  });
});
