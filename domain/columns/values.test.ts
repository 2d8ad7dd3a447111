import { describe, expect, it } from "vitest";
import { onLine, onOrder } from "../groupings/one-column-for-tests.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { catalogue } from "./catalogue.ts";
import { bareOrder, fullOrder, money, mugs, poster, removed } from "./orders-for-tests.ts";

describe("a column of a fully populated order", () => {
  /** [key, on the first line, on the second line, on the order's row] */
  const expected: [string, string | null, string | null, string | null][] = [
    ["Image", "https://cdn.example/blue.png", null, "https://cdn.example/blue.png"],
    ["ProductTitle", "Mug", "Poster", "Mug, Poster, Candle"],
    ["VariantTitle", "Blue / M", null, "Blue / M"],
    ["SKU", "MUG-1", null, "MUG-1"],
    ["Vendor", "Kiln", "Kiln", "Kiln"],
    ["Barcode", "0012345", null, "0012345"],
    ["ProductType", "Tableware", null, "Tableware"],
    ["Quantity", "2", "1", "4"],
    ["CurrentQuantity", "1", "1", "2"],
    ["RefundedQuantity", "1", "0", "1"],
    ["Price", "12.5", "7.25", null],
    ["TotalPrice", "25", "7.25", "35.25"],
    ["LineTax", "3.3", "0", "3.3"],
    ["RefundedAmount", "12.5", "0", "12.5"],
    ["OrderNum", "#1001", "#1001", "#1001"],
    ["OrderDate", "2026-10-20T14:05:00Z", "2026-10-20T14:05:00Z", "2026-10-20T14:05:00Z"],
    ["FinancialStatus", "partially_refunded", "partially_refunded", "partially_refunded"],
    ["FulfillmentStatus", "fulfilled", "Pending", "partial"],
    ["CancelledDate", "2026-11-02T08:00:00Z", "2026-11-02T08:00:00Z", "2026-11-02T08:00:00Z"],
    ["CancelReason", "customer", "customer", "customer"],
    ["SalesChannel", "Online Store", "Online Store", "Online Store"],
    ["Currency", "EUR", "EUR", "EUR"],
    ["Email", "ada@example.com", "ada@example.com", "ada@example.com"],
    ["Note", "Ring twice\nplease", "Ring twice\nplease", "Ring twice\nplease"],
    ["Tags", "vip, gift", "vip, gift", "vip, gift"],
    [
      "OrderUrl",
      "https://aurora-demo.example/admin/orders/1001",
      "https://aurora-demo.example/admin/orders/1001",
      "https://aurora-demo.example/admin/orders/1001",
    ],
    ["OrderTotal", "40.55", null, "40.55"],
    ["CurrentOrderTotal", "23.05", null, "23.05"],
    ["OrderTax", "3.3", null, "3.3"],
    ["OrderDiscounts", "0", null, "0"],
    ["ShippingPrice", "5", null, "5"],
    ["RefundTotal", "17.5", null, "17.5"],
    ["RefundInPeriod", "12.5", null, "12.5"],
  ];

  it.each(expected)("%s shows %j and %j on its lines, and %j on the whole order", (key, first, second, whole) => {
    expect(onLine(key, fullOrder, mugs)).toBe(first);
    expect(onLine(key, fullOrder, poster)).toBe(second);
    expect(onOrder(key, fullOrder)).toBe(whole);
  });
});

describe("a guest's point-of-sale order", () => {
  const empty = ["CancelledDate", "CancelReason", "CustomerName", "Email", "FinancialStatus", "Image", "Note"];
  const emptyToo = [
    "OrderDiscounts",
    "OrderTax",
    "SalesChannel",
    "ShippingCity",
    "ShippingZip",
    "Tags",
    "TrackingNumber",
  ];
  it.each([...empty, ...emptyToo])("leaves %s blank, neither 0 nor 'null'", (key) => {
    expect(onLine(key, bareOrder, poster)).toBeNull();
    expect(onOrder(key, bareOrder)).toBeNull();
  });

  it("shows refunds of 0 because it is known to have none", () => {
    expect(onOrder("RefundTotal", bareOrder)).toBe("0");
    expect(onOrder("RefundInPeriod", bareOrder)).toBe("0");
    expect(onLine("RefundedAmount", bareOrder, poster)).toBe("0");
  });

  it("leaves fields blank that the platform did not let us read", () => {
    const unread: Order = { id: bareOrder.id, lineItems: [{ id: poster.id }] };
    // The line's existence and id are known.
    const known = ["LinesCount", "LineItemId"];
    const columns = catalogue.filter(({ key }) => !known.includes(key));
    for (const { key } of columns) expect(onOrder(key, unread), key).toBeNull();
  });
});

describe("an order without lines", () => {
  it("has totals of 0 and no titles", () => {
    const order: Order = { ...fullOrder, lineItems: [] };
    expect(onOrder("Quantity", order)).toBe("0");
    expect(onOrder("ProductTitle", order)).toBeNull();
  });
});

describe("a line that an edit removed", () => {
  it("keeps quantity and total price as ordered, with a current quantity of 0", () => {
    expect(onLine("Quantity", fullOrder, removed)).toBe("1");
    expect(onLine("TotalPrice", fullOrder, removed)).toBe("3");
    expect(onLine("CurrentQuantity", fullOrder, removed)).toBe("0");
    expect(onLine("FulfillmentStatus", fullOrder, removed)).toBe("not_eligible");
  });
});

describe("an amount keeps its precision", () => {
  it.each([
    ["in yen, without decimals", "1200.0", "1200", "2400"],
    ["in dinars, with three decimals", "12.345", "12.345", "24.69"],
    ["in euros, with two decimals", "0.10", "0.1", "0.2"],
  ])("%s", (_, amount, one, two) => {
    const line = { ...poster, originalTotalSet: money(amount) };
    const order = { ...fullOrder, lineItems: [line, { ...line, id: "gid://shopify/LineItem/9" }] };
    expect(onLine("TotalPrice", order, line)).toBe(one);
    expect(onOrder("TotalPrice", order)).toBe(two);
  });
});

describe("the fulfillment status of a line", () => {
  it.each<[string, Partial<LineItem>, string]>([
    ["all of it is sent", { quantity: 2, unfulfilledQuantity: 0 }, "fulfilled"],
    ["some of it is sent", { quantity: 2, unfulfilledQuantity: 1 }, "partial"],
    ["nothing is sent", { quantity: 2, unfulfilledQuantity: 2 }, "Pending"],
    [
      "all is refunded unsent",
      { quantity: 1, currentQuantity: 0, unfulfilledQuantity: 0, nonFulfillableQuantity: 1 },
      "not_eligible",
    ],
    ["a tip", { unfulfilledQuantity: 0, nonFulfillableQuantity: 1, requiresShipping: false }, "not_eligible"],
    ["a gift card to hand out", { quantity: 1, unfulfilledQuantity: 1, isGiftCard: true }, "Pending"],
    [
      "half sent, half refunded",
      { quantity: 2, currentQuantity: 1, unfulfilledQuantity: 0, nonFulfillableQuantity: 1 },
      "fulfilled",
    ],
  ])("%s", (_, facts, word) => {
    expect(onLine("FulfillmentStatus", fullOrder, { ...poster, ...facts })).toBe(word);
  });
});

describe("platform values", () => {
  it.each([
    ["UNFULFILLED", "Pending"],
    ["ON_HOLD", "Pending"],
    ["PARTIALLY_FULFILLED", "partial"],
    ["FULFILLED", "fulfilled"],
    ["FULFILLMENT_NOT_REQUIRED", "not_eligible"],
    ["SOMETHING_NEW", "something_new"],
  ])("%s is shown as %s", (displayFulfillmentStatus, word) => {
    expect(onOrder("FulfillmentStatus", { ...fullOrder, displayFulfillmentStatus })).toBe(word);
  });

  it("are lowercase for expired payments and declined cards", () => {
    expect(onOrder("FinancialStatus", { ...fullOrder, displayFinancialStatus: "EXPIRED" })).toBe("expired");
    expect(onOrder("CancelReason", { ...fullOrder, cancelReason: "DECLINED" })).toBe("declined");
  });

  it("omit the placeholder title of a product without options", () => {
    expect(onLine("VariantTitle", fullOrder, { ...poster, variantTitle: "Default Title" })).toBeNull();
  });
});
