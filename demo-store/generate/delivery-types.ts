/** Deliveries of an order, in the platform's names (types.ts). */

export type DemoLocation = { id: string; legacyResourceId: string; name: string };

export type DemoFulfillment = {
  id: string;
  legacyResourceId: string;
  name: string;
  status: "SUCCESS" | "CANCELLED";
  displayStatus:
    | "FULFILLED"
    | "CANCELED"
    | "DELIVERED"
    | "IN_TRANSIT"
    | "LABEL_PRINTED"
    | "LABEL_PURCHASED"
    | "MARKED_AS_FULFILLED"
    | "PICKED_UP";
  createdAt: string;
  updatedAt: string;
  deliveredAt: string | null;
  totalQuantity: number;
  location: DemoLocation;
  trackingInfo: { company: string | null; number: string | null; url: string | null }[];
  fulfillmentLineItems: { id: string; quantity: number; lineItem: { id: string } }[];
  fulfillmentOrders: { id: string }[];
  events: {
    id: string;
    status: "LABEL_PURCHASED" | "LABEL_PRINTED" | "IN_TRANSIT" | "DELIVERED";
    happenedAt: string;
  }[];
};

export type DemoFulfillmentOrder = {
  id: string;
  status: "OPEN" | "IN_PROGRESS" | "CLOSED" | "ON_HOLD" | "SCHEDULED" | "CANCELLED";
  assignedLocation: { name: string; location: DemoLocation };
  deliveryMethod: { id: string; methodType: "SHIPPING" | "RETAIL" | "PICK_UP" | "NONE" };
};
