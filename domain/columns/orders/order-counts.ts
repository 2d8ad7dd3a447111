import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { sortOldestFirst } from "../../orders/refunds.ts";
import { onceInOrder, wholeOrder } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const count = {
  category: ColumnCategory.Order,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "sumOncePerOrder",
  aggregate: onceInOrder,
} as const;

const once = "On the first row of each order only, so you can add the column up within a worksheet.";

export const orderCountColumns: readonly ColumnDefinition[] = [
  {
    ...count,
    key: "ItemsCount",
    title: "Items",
    description: "Units of goods ordered, before returns and edits.",
    note: `${once} Tips do not count.`,
    fields: ["subtotalLineItemsQuantity"],
    level: "order",
    read: (order) => order.subtotalLineItemsQuantity,
  },
  {
    ...count,
    key: "CurrentItemsCount",
    title: "Current items",
    description: "Units of goods in the order now, after returns and edits.",
    note: `${once} Tips do not count.`,
    fields: ["currentSubtotalLineItemsQuantity"],
    level: "order",
    read: (order) => order.currentSubtotalLineItemsQuantity,
  },
  {
    ...count,
    key: "LinesCount",
    title: "Lines",
    description: "Lines of the order, whatever their quantity.",
    note: `${once} Lines that an edit removed count too.`,
    fields: ["lineItems.nodes.id"],
    level: "order",
    read: ({ lineItems }) => lineItems && new Set(lineItems.map(({ id }) => id)).size,
  },
  {
    ...count,
    key: "RefundsCount",
    title: "Refunds",
    description: "Refunds of the order, regardless of date.",
    note: once,
    fields: ["refunds.id"],
    level: "order",
    read: ({ refunds }) => refunds && new Set(refunds.map(({ id }) => id)).size,
  },
  {
    ...count,
    key: "RefundIds",
    title: "Refund IDs",
    type: ColumnType.Text,
    valueKind: "text",
    description: "IDs of the order's refunds, oldest first.",
    note: "Separated by commas; all refunds, regardless of date.",
    identifier: true,
    total: "none",
    fields: ["refunds.legacyResourceId", "refunds.processedAt"],
    level: "order",
    read: (order) => sortOldestFirst(order.refunds ?? []).map(({ legacyResourceId }) => legacyResourceId),
    aggregate: wholeOrder,
  },
  {
    ...count,
    key: "CurrentOrderWeight",
    title: "Current order weight",
    description: "Weight of the units that are in the order now, in grams, whatever the shop's unit.",
    note: `${once} Without units that were refunded or removed.`,
    fields: ["currentTotalWeight"],
    level: "order",
    read: (order) => order.currentTotalWeight,
  },
];
