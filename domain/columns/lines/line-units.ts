import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { countRefundedUnits } from "../../orders/refunds.ts";
import { lineSum, lineSumExceptFulfillments } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const units = {
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "sum",
} as const;

export const lineUnitColumns: readonly ColumnDefinition[] = [
  {
    ...units,
    key: "FulfilledQuantity",
    title: "Fulfilled quantity",
    description: "Units that have been fulfilled.",
    note: "Units refunded after they were sent still count.",
    fields: [
      "lineItems.nodes.quantity",
      "lineItems.nodes.unfulfilledQuantity",
      "lineItems.nodes.nonFulfillableQuantity",
    ],
    level: "line",
    read: ({ quantity, unfulfilledQuantity, nonFulfillableQuantity }) =>
      quantity === undefined || unfulfilledQuantity === undefined || nonFulfillableQuantity === undefined
        ? null
        : quantity - unfulfilledQuantity - nonFulfillableQuantity,
    aggregate: { ...lineSum, Fulfillments: "fulfilled" },
  },
  {
    ...units,
    key: "UnfulfilledQuantity",
    title: "Unfulfilled quantity",
    description: "Units still to be fulfilled.",
    note: "Units refunded or removed before they were sent do not count.",
    fields: ["lineItems.nodes.unfulfilledQuantity"],
    level: "line",
    read: (line) => line.unfulfilledQuantity,
    // Unfulfilled units belong to no fulfillment.
    aggregate: lineSumExceptFulfillments,
  },
  {
    ...units,
    key: "RemovedQuantity",
    title: "Removed quantity",
    description: "Units that were removed from the order without a refund.",
    note: "Units ordered, less those left and those refunded.",
    fields: [
      "lineItems.nodes.id",
      "lineItems.nodes.quantity",
      "lineItems.nodes.currentQuantity",
      "refunds.refundLineItems.nodes.lineItem.id",
      "refunds.refundLineItems.nodes.quantity",
    ],
    level: "line",
    read(line, order) {
      const refunded = countRefundedUnits(line, order);
      return line.quantity === undefined || line.currentQuantity === undefined || refunded === null
        ? null
        : line.quantity - line.currentQuantity - refunded;
    },
    aggregate: lineSumExceptFulfillments,
  },
];
