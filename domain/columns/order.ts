import { ColumnCategory, ColumnType } from "../enumerations.ts";
import { lineFulfillmentWord, orderFulfillmentWord } from "../orders/fulfillment-status.ts";
import { joinDistinct } from "../text/join.ts";
import { linkCell, textCell } from "./cells.ts";
import type { CellContext, ColumnDefinition } from "./definition.ts";
import { orderInstant, orderText } from "./per-grouping.ts";
import { SlowGroup } from "./slow-group.ts";

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
} as const;

const adminPage = (legacyResourceId: string | undefined, { adminUrl }: CellContext): string | null =>
  legacyResourceId === undefined ? null : `${adminUrl}/orders/${legacyResourceId}`;

/** Texts and instants of the order. */
export const orderColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "OrderNum",
    title: "Order number",
    description: "Name of the order as the store shows it, for example #1001.",
    note: "With the store's own prefix and suffix, so not always a number.",
    identifier: true,
    fields: ["name"],
    values: orderText((order) => order.name),
  },
  {
    ...text,
    key: "OrderDate",
    title: "Order date",
    valueKind: "datetime",
    description: "Date and time at which the order was created.",
    note: "In the shop's time zone.",
    fields: ["createdAt"],
    values: orderInstant((order) => order.createdAt),
  },
  {
    ...text,
    key: "FinancialStatus",
    title: "Financial status",
    description:
      "How far the order is paid: authorized, paid, pending, partially_paid, partially_refunded, refunded or voided.",
    note: "Rarer words of the platform, such as expired, are shown as they are.",
    fields: ["displayFinancialStatus"],
    values: orderText((order) => order.displayFinancialStatus?.toLowerCase()),
  },
  {
    ...text,
    key: "FulfillmentStatus",
    title: "Fulfillment status",
    description: "How far the goods are sent: Pending, fulfilled, partial or not_eligible.",
    note: "Of the line where a row is an order line, else of the order. not_eligible: nothing is left or needed to send.",
    fields: [
      "displayFulfillmentStatus",
      "lineItems.nodes.quantity",
      "lineItems.nodes.currentQuantity",
      "lineItems.nodes.unfulfilledQuantity",
      "lineItems.nodes.nonFulfillableQuantity",
      "lineItems.nodes.requiresShipping",
      "lineItems.nodes.isGiftCard",
    ],
    values: {
      Orders: ({ line }) => textCell(lineFulfillmentWord(line)),
      OnePerOrder: ({ order }) => textCell(orderFulfillmentWord(order.displayFulfillmentStatus)),
    },
  },
  {
    ...text,
    key: "CancelledDate",
    title: "Cancelled date",
    valueKind: "datetime",
    description: "Date and time at which the order was cancelled.",
    note: "In the shop's time zone; empty when it was not.",
    fields: ["cancelledAt"],
    values: orderInstant((order) => order.cancelledAt),
  },
  {
    ...text,
    key: "CancelReason",
    title: "Cancel reason",
    description: "Why the order was cancelled: customer, fraud, inventory or other.",
    note: "Rarer words of the platform, declined and staff, are shown as they are.",
    fields: ["cancelReason"],
    values: orderText((order) => order.cancelReason?.toLowerCase()),
  },
  {
    ...text,
    key: "SalesChannel",
    title: "Sales channel",
    description: "Channel that brought the order, for example Online Store or Point of Sale.",
    note: "",
    fields: ["attribution.displayName"],
    values: orderText((order) => order.attribution?.displayName),
  },
  {
    ...text,
    key: "Currency",
    title: "Currency",
    description: "Code of the shop's currency, which all amounts are in.",
    note: "",
    identifier: true,
    fields: ["currencyCode"],
    values: orderText((order) => order.currencyCode),
  },
  {
    ...text,
    key: "Email",
    title: "Email",
    description: "E-mail address given with the order.",
    note: "Empty on some point-of-sale and draft orders. Personal data.",
    identifier: true,
    fields: ["email"],
    values: orderText((order) => order.email),
  },
  {
    ...text,
    key: "Note",
    title: "Note",
    description: "Note on the order.",
    note: "Can hold line breaks.",
    fields: ["note"],
    values: orderText((order) => order.note),
  },
  {
    ...text,
    key: "Tags",
    title: "Order tags",
    description: "Tags of the order, separated by commas.",
    note: "As they are now.",
    fields: ["tags"],
    values: orderText((order) => joinDistinct(order.tags ?? [])),
  },
  {
    ...text,
    key: "OrderUrl",
    title: "Order admin URL",
    type: ColumnType.Link,
    description: "Address of the order's page in the store's admin.",
    note: "Opens only for people who may see the store's admin.",
    identifier: true,
    fields: ["legacyResourceId"],
    values: {
      Orders: ({ order, context }) => linkCell([adminPage(order.legacyResourceId, context)]),
      OnePerOrder: ({ order, context }) => linkCell([adminPage(order.legacyResourceId, context)]),
    },
  },
];
