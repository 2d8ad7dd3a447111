import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { ColumnDefinition } from "./definition.ts";
import { SlowGroup } from "./slow-group.ts";

/** How it was sent. */
export const fulfillmentColumns: readonly ColumnDefinition[] = [
  {
    key: "TrackingNumber",
    title: "Tracking number",
    category: ColumnCategory.Fulfillment,
    type: ColumnType.Text,
    valueKind: "text",
    description: "Tracking numbers of the order's parcels.",
    note: "Separated by commas when there are several parcels; those of cancelled fulfillments are left out.",
    slowGroup: SlowGroup.None,
    identifier: true,
    total: "none",
    fields: ["fulfillments.trackingInfo.number"],
    level: "fulfillment",
    read: (fulfillment) => fulfillment.trackingInfo?.map((parcel) => parcel.number),
    aggregate: { Orders: "join", OnePerOrder: "join", Fulfillments: "fulfillment" },
  },
];
