import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { Fulfillment, FulfillmentOrder } from "../orders/order.ts";
import { parseIdNumber } from "../orders/parse-id-number.ts";
import { labelMoments, labelStatus } from "../orders/shipping-label.ts";
import { divideDecimals } from "../text/decimal.ts";
import type { Atom, ColumnDefinition, ColumnSource, Value } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

const aggregate = {
  Orders: "join",
  OnePerOrder: "join",
  Fulfillments: "fulfillment",
  BundleAndCustomizer: "join",
} as const;

/**
 * Rows by order line, order or bundle join the values of all of the order's fulfillments, except cancelled and failed
 * ones.
 */
const fromFulfillment = (
  fields: readonly string[],
  read: (fulfillment: Fulfillment) => Value,
): ColumnSource<"fulfillment"> => ({
  fields: fields.map((field) => `fulfillments.${field}`),
  level: "fulfillment",
  read,
  aggregate,
});

/** Days, to one decimal; null unless both instants are known. */
const daysBetween = (from: string | undefined, to: string | undefined): string | null =>
  from === undefined || to === undefined
    ? null
    : divideDecimals(String(Date.parse(to) - Date.parse(from)), String(24 * 3_600_000), 1);

/** Reads fulfillment orders, including closed ones. */
const fromFulfillmentOrder = (
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
const fulfillmentOrderColumn = { ...text, slowGroup: SlowGroup.fulfillmentOrder } as const;
const shippingLabelColumn = { ...text, slowGroup: SlowGroup.shippingLabel } as const;

const severalNote =
  "Separated by commas if there are several; cancelled and failed fulfillments are left out. Reports by order line show all of the order's, not only the line's.";
const severalLocationsNote =
  "Separated by commas if an order is shipped from several locations; in reports by fulfillment only the row's own. Fulfillment orders of marketplaces may be missing.";
const purchasedLabelNote = "Only for labels bought through the platform.";

export const fulfillmentColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "FulfillmentDate",
    title: "Fulfillment date",
    valueKind: "datetime",
    description: "Date and time at which the goods were fulfilled.",
    note: `In the shop's time zone. ${severalNote}`,
    ...fromFulfillment(["createdAt"], ({ createdAt }) => createdAt),
  },
  {
    ...text,
    key: "ShipmentStatus",
    title: "Shipment status",
    description: "Delivery status: LABEL_PRINTED, IN_TRANSIT, OUT_FOR_DELIVERY, DELIVERED and others.",
    note: `In the platform's words, as reported by the carrier. ${severalNote}`,
    ...fromFulfillment(["displayStatus"], ({ displayStatus }) => displayStatus),
  },
  {
    ...text,
    key: "FulfillmentName",
    title: "Fulfillment number",
    description: "Numbers of the fulfillments within their order, for example #1001-F1.",
    note: severalNote,
    identifier: true,
    ...fromFulfillment(["name"], ({ name }) => name),
  },
  {
    ...text,
    key: "DeliveredDate",
    title: "Delivered date",
    valueKind: "datetime",
    description: "Date and time at which the parcel was delivered, as reported by the carrier.",
    note: `In the shop's time zone. ${severalNote}`,
    ...fromFulfillment(["deliveredAt"], ({ deliveredAt }) => deliveredAt),
  },
  {
    ...text,
    key: "DaysToFulfill",
    title: "Days to fulfill",
    type: ColumnType.Number,
    valueKind: "number",
    description: "Days from the order to its fulfillment, to one decimal.",
    note: severalNote,
    fields: ["createdAt", "fulfillments.createdAt"],
    level: "fulfillment",
    read: ({ createdAt }, order) => daysBetween(order.createdAt, createdAt),
    aggregate,
  },
  {
    ...text,
    key: "TrackingNumber",
    title: "Tracking number",
    description: "Tracking numbers of the order's parcels.",
    note: severalNote,
    identifier: true,
    ...fromFulfillment(["trackingInfo.number"], ({ trackingInfo }) => trackingInfo?.map((parcel) => parcel.number)),
  },
  {
    ...text,
    key: "TrackingCompany",
    title: "Tracking company",
    description: "Carriers of the order's parcels.",
    note: severalNote,
    ...fromFulfillment(["trackingInfo.company"], ({ trackingInfo }) => trackingInfo?.map((parcel) => parcel.company)),
  },
  {
    ...text,
    key: "TrackingUrl",
    linkTitle: "TrackingNumber",
    title: "Tracking URL",
    type: ColumnType.Link,
    description: "Addresses of the carriers' pages that show where the parcels are.",
    note: `Empty for carriers the platform does not know. ${severalNote}`,
    identifier: true,
    ...fromFulfillment(["trackingInfo.url"], ({ trackingInfo }) => trackingInfo?.map((parcel) => parcel.url)),
  },
  {
    ...text,
    key: "FulfillmentLocation",
    title: "Fulfillment location",
    description: "Location the goods were shipped from.",
    note: severalNote,
    ...fromFulfillment(["location.name"], ({ location }) => location?.name),
  },
  {
    ...fulfillmentOrderColumn,
    key: "FulfillmentOrderId",
    title: "Fulfillment order ID",
    description: "IDs of the fulfillment orders: the part of the order that each location has to ship.",
    note: severalLocationsNote,
    identifier: true,
    ...fromFulfillmentOrder("id", ({ id }) => parseIdNumber(id)),
  },
  {
    ...fulfillmentOrderColumn,
    key: "FulfillmentOrderStatus",
    title: "Fulfillment order status",
    description: "Progress at each location: OPEN, IN_PROGRESS, SCHEDULED, ON_HOLD, INCOMPLETE, CLOSED or CANCELLED.",
    note: severalLocationsNote,
    ...fromFulfillmentOrder("status", ({ status }) => status),
  },
  {
    ...fulfillmentOrderColumn,
    key: "AssignedLocation",
    title: "Assigned location",
    description: "Location assigned to ship the goods.",
    note: `${severalLocationsNote} 'Fulfillment location' is the one that shipped them.`,
    ...fromFulfillmentOrder("assignedLocation.name", ({ assignedLocation }) => assignedLocation?.name),
  },
  {
    ...fulfillmentOrderColumn,
    key: "DeliveryMethod",
    title: "Delivery method",
    description: "How the goods reach the customer: SHIPPING, PICK_UP, LOCAL, RETAIL, PICKUP_POINT or NONE.",
    note: severalLocationsNote,
    ...fromFulfillmentOrder("deliveryMethod.methodType", ({ deliveryMethod }) => deliveryMethod?.methodType),
  },
  {
    ...shippingLabelColumn,
    key: "ShippingLabelStatus",
    title: "Shipping label status",
    description: "Status of the shipping label: Purchased, Printed or Voided.",
    note: `${purchasedLabelNote} ${severalNote}`,
    ...fromFulfillment(["displayStatus", "events.nodes.status"], labelStatus),
  },
  {
    ...shippingLabelColumn,
    key: "ShippingLabelDate",
    title: "Shipping label date",
    valueKind: "datetime",
    description: "Date and time at which the shipping label was bought.",
    note: `In the shop's time zone. ${purchasedLabelNote} ${severalNote}`,
    ...fromFulfillment(["events.nodes.status", "events.nodes.happenedAt"], (fulfillment) =>
      labelMoments(fulfillment, "LABEL_PURCHASED"),
    ),
  },
  {
    ...shippingLabelColumn,
    key: "ShippingLabelPrintedDate",
    title: "Shipping label printed",
    valueKind: "datetime",
    description: "Date and time at which the shipping label was printed.",
    note: `In the shop's time zone. ${purchasedLabelNote} ${severalNote}`,
    ...fromFulfillment(["events.nodes.status", "events.nodes.happenedAt"], (fulfillment) =>
      labelMoments(fulfillment, "LABEL_PRINTED"),
    ),
  },
];
