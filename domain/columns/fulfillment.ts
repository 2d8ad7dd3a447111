import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { idNumber } from "../orders/id-number.ts";
import type { Fulfillment, FulfillmentOrder } from "../orders/order.ts";
import { labelMoments, labelStatus } from "../orders/shipping-label.ts";
import type { Atom, ColumnDefinition, ColumnSource, Value } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const aggregate = { Orders: "join", OnePerOrder: "join", Fulfillments: "fulfillment" } as const;

/** Reads a fulfillment; of an order those that were sent. */
const ofFulfillment = (
  fields: readonly string[],
  read: (fulfillment: Fulfillment) => Value,
): ColumnSource<"fulfillment"> => ({
  fields: fields.map((field) => `fulfillments.${field}`),
  level: "fulfillment",
  read,
  aggregate,
});

/** Reads a fulfillment order, closed ones too. */
const ofFulfillmentOrder = (
  field: string,
  read: (one: FulfillmentOrder) => Atom,
): ColumnSource<"fulfillmentOrder"> => ({
  fields: [`fulfillmentOrders.nodes.${field}`],
  level: "fulfillmentOrder",
  read,
  aggregate,
});

const text = {
  category: ColumnCategory.Fulfillment,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
} as const;
const ofOrders = { ...text, slowGroup: SlowGroup.fulfillmentOrder } as const;
const ofLabels = { ...text, slowGroup: SlowGroup.shippingLabel } as const;

const several = "Separated by commas when there are several; those of cancelled fulfillments are left out.";
const severalOrders =
  "Separated by commas when an order is sent from several locations; in a report of fulfillments, of the row's own.";
const bought = "Only for labels bought through the platform.";

/** How it was sent. */
export const fulfillmentColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "FulfillmentDate",
    title: "Fulfillment date",
    valueKind: "datetime",
    description: "Date and time at which the goods were fulfilled.",
    note: `In the shop's time zone. ${several}`,
    ...ofFulfillment(["createdAt"], ({ createdAt }) => createdAt),
  },
  {
    ...text,
    key: "ShipmentStatus",
    title: "Shipment status",
    description: "Where the parcels are: LABEL_PRINTED, IN_TRANSIT, OUT_FOR_DELIVERY, DELIVERED and others.",
    note: `In the platform's words, as far as the carrier tells. ${several}`,
    ...ofFulfillment(["displayStatus"], ({ displayStatus }) => displayStatus),
  },
  {
    ...text,
    key: "TrackingNumber",
    title: "Tracking number",
    description: "Tracking numbers of the order's parcels.",
    note: "Separated by commas when there are several parcels; those of cancelled fulfillments are left out.",
    identifier: true,
    ...ofFulfillment(["trackingInfo.number"], ({ trackingInfo }) => trackingInfo?.map((parcel) => parcel.number)),
  },
  {
    ...text,
    key: "TrackingCompany",
    title: "Tracking company",
    description: "Carriers of the order's parcels.",
    note: several,
    ...ofFulfillment(["trackingInfo.company"], ({ trackingInfo }) => trackingInfo?.map((parcel) => parcel.company)),
  },
  {
    ...text,
    key: "TrackingUrl",
    title: "Tracking URL",
    type: ColumnType.Link,
    description: "Addresses of the carriers' pages that show where the parcels are.",
    note: "Empty for carriers that the platform does not know; those of cancelled fulfillments are left out.",
    identifier: true,
    ...ofFulfillment(["trackingInfo.url"], ({ trackingInfo }) => trackingInfo?.map((parcel) => parcel.url)),
  },
  {
    ...text,
    key: "FulfillmentLocation",
    title: "Fulfillment location",
    description: "Location that the goods were sent from.",
    note: several,
    ...ofFulfillment(["location.name"], ({ location }) => location?.name),
  },
  {
    ...ofOrders,
    key: "FulfillmentOrderId",
    title: "Fulfillment order ID",
    description: "Numbers of the fulfillment orders, which are what each location has to send.",
    note: severalOrders,
    identifier: true,
    ...ofFulfillmentOrder("id", ({ id }) => idNumber(id)),
  },
  {
    ...ofOrders,
    key: "FulfillmentOrderStatus",
    title: "Fulfillment order status",
    description: "How far each location is: OPEN, IN_PROGRESS, SCHEDULED, ON_HOLD, INCOMPLETE, CLOSED or CANCELLED.",
    note: severalOrders,
    ...ofFulfillmentOrder("status", ({ status }) => status),
  },
  {
    ...ofOrders,
    key: "AssignedLocation",
    title: "Assigned location",
    description: "Location that is to send the goods.",
    note: `${severalOrders} 'Fulfillment location' is the one that sent them.`,
    ...ofFulfillmentOrder("assignedLocation.name", ({ assignedLocation }) => assignedLocation?.name),
  },
  {
    ...ofOrders,
    key: "DeliveryMethod",
    title: "Delivery method",
    description: "How the goods reach the customer: SHIPPING, PICK_UP, LOCAL, RETAIL, PICKUP_POINT or NONE.",
    note: severalOrders,
    ...ofFulfillmentOrder("deliveryMethod.methodType", ({ deliveryMethod }) => deliveryMethod?.methodType),
  },
  {
    ...ofLabels,
    key: "ShippingLabelStatus",
    title: "Shipping label status",
    description: "What became of the shipping label: Purchased, Printed or Voided.",
    note: `${bought} ${several}`,
    ...ofFulfillment(["displayStatus", "events.nodes.status"], labelStatus),
  },
  {
    ...ofLabels,
    key: "ShippingLabelDate",
    title: "Shipping label date",
    valueKind: "datetime",
    description: "Date and time at which the shipping label was bought.",
    note: `In the shop's time zone. ${bought} ${several}`,
    ...ofFulfillment(["events.nodes.status", "events.nodes.happenedAt"], (fulfillment) =>
      labelMoments(fulfillment, "LABEL_PURCHASED"),
    ),
  },
  {
    ...ofLabels,
    key: "ShippingLabelPrintedDate",
    title: "Shipping label printed",
    valueKind: "datetime",
    description: "Date and time at which the shipping label was printed.",
    note: `In the shop's time zone. ${bought} ${several}`,
    ...ofFulfillment(["events.nodes.status", "events.nodes.happenedAt"], (fulfillment) =>
      labelMoments(fulfillment, "LABEL_PRINTED"),
    ),
  },
];
