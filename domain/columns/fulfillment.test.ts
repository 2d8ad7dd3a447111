import { describe, expect, it } from "vitest";
import { onFulfillments, onOrder } from "../groupings/one-column-for-tests.ts";
import type { Fulfillment, Order } from "../orders/order.ts";
import { fullOrder, mugs } from "./orders-for-tests.ts";

const parcel = (number: number, changes: Partial<Fulfillment>): Fulfillment => ({
  id: `gid://shopify/Fulfillment/${number}`,
  status: "SUCCESS",
  fulfillmentLineItems: [{ quantity: 1, lineItem: { id: mugs.id } }],
  ...changes,
});
const at = (number: number) => `gid://shopify/FulfillmentOrder/${number}`;

/** Athens sent its part in a parcel shared with Patras, Patras sent a second one, and Volos waits. */
const threeLocations: Order = {
  ...fullOrder,
  fulfillments: [
    parcel(1, { fulfillmentOrders: [{ id: at(2) }, { id: at(1) }] }),
    parcel(2, { fulfillmentOrders: [{ id: at(2) }] }),
    parcel(3, { status: "FAILURE", fulfillmentOrders: [{ id: at(3) }] }),
    parcel(4, {}),
  ],
  fulfillmentOrders: [
    { id: at(1), assignedLocation: { name: "Athens" }, deliveryMethod: { methodType: "SHIPPING" }, status: "CLOSED" },
    { id: at(2), assignedLocation: { name: "Patras" }, deliveryMethod: null, status: "CLOSED" },
    { id: at(3), assignedLocation: { name: "Volos" }, deliveryMethod: { methodType: "LOCAL" }, status: "OPEN" },
  ],
};

describe("an order fulfilled from several locations", () => {
  it("shows all of them in order rows, including those that have sent nothing", () => {
    expect(onOrder("AssignedLocation", threeLocations)).toBe("Athens, Patras, Volos");
    expect(onOrder("FulfillmentOrderId", threeLocations)).toBe("1, 2, 3");
    expect(onOrder("FulfillmentOrderStatus", threeLocations)).toBe("CLOSED, OPEN");
    expect(onOrder("DeliveryMethod", threeLocations)).toBe("SHIPPING, LOCAL");
  });

  it("shows only the fulfillment's own locations in fulfillment rows", () => {
    expect(onFulfillments("AssignedLocation", threeLocations)).toEqual(["Athens, Patras", "Patras", null]);
    expect(onFulfillments("FulfillmentOrderId", threeLocations)).toEqual(["1, 2", "2", null]);
  });
});

describe("an order's parcels", () => {
  it("are listed in the order they were sent, whatever order the platform returns", () => {
    const sent = (number: number, createdAt: string) =>
      parcel(number, { createdAt, trackingInfo: [{ number: `T${number}` }] });
    const monday = "2026-11-02T10:00:00Z";
    const order = { ...fullOrder, fulfillments: [sent(1, "2026-11-03T10:00:00Z"), sent(10, monday), sent(9, monday)] };
    expect(onOrder("TrackingNumber", order)).toBe("T9, T10, T1");
    expect(onFulfillments("TrackingNumber", order)).toEqual(["T9", "T10", "T1"]);
  });
});

describe("the shipping label", () => {
  const bought = { id: "1", status: "LABEL_PURCHASED", happenedAt: "2026-11-01T10:00:00Z" };
  const printed = { id: "2", status: "LABEL_PRINTED", happenedAt: "2026-11-01T11:00:00Z" };
  const delivered = { id: "3", status: "DELIVERED", happenedAt: "2026-11-03T11:00:00Z" };

  it.each<[string, Partial<Fulfillment>, string | null]>([
    ["bought, by its events", { displayStatus: "IN_TRANSIT", events: [bought, delivered] }, "Purchased"],
    ["bought, by its status", { displayStatus: "LABEL_PURCHASED", events: [] }, "Purchased"],
    ["printed, by its events", { displayStatus: "DELIVERED", events: [bought, printed, delivered] }, "Printed"],
    ["printed, by its status", { displayStatus: "LABEL_PRINTED", events: [bought] }, "Printed"],
    ["voided after it was printed", { displayStatus: "LABEL_VOIDED", events: [bought, printed] }, "Voided"],
    ["not bought from the platform", { displayStatus: "DELIVERED", events: [delivered] }, null],
    ["not known", {}, null],
  ])("is %s", (_, changes, status) => {
    const order = { ...fullOrder, fulfillments: [parcel(1, changes)] };
    expect(onOrder("ShippingLabelStatus", order)).toBe(status);
  });

  it("takes its purchase and print dates from the fulfillment's events", () => {
    const order = { ...fullOrder, fulfillments: [parcel(1, { events: [bought, printed, delivered] }), parcel(2, {})] };
    expect(onOrder("ShippingLabelDate", order)).toBe(bought.happenedAt);
    expect(onOrder("ShippingLabelPrintedDate", order)).toBe(printed.happenedAt);
    expect(onFulfillments("ShippingLabelDate", order)).toEqual([bought.happenedAt, null]);
  });
});
