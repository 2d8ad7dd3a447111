import { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { Order } from "../orders/order.ts";
import { joinDistinct } from "../text/join.ts";
import type { ColumnDefinition } from "./definition.ts";
import { orderText } from "./per-grouping.ts";
import { SlowGroup } from "./slow-group.ts";

/** Of all parcels; a cancelled fulfillment was not sent. */
const trackingNumbers = (order: Order): string | null =>
  joinDistinct(
    (order.fulfillments ?? [])
      .filter((fulfillment) => fulfillment.status !== "CANCELLED")
      .flatMap((fulfillment) => (fulfillment.trackingInfo ?? []).map((parcel) => parcel.number)),
  );

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
    fields: ["fulfillments.status", "fulfillments.trackingInfo.number"],
    values: orderText(trackingNumbers),
  },
];
