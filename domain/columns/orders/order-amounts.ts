import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { refundedInPeriod, refundedOrderTax } from "../../orders/refunds.ts";
import { onceInOrder } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const amount = {
  category: ColumnCategory.Order,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "sumOncePerOrder",
} as const;

const once = "On the first row of each order only, so you can add the column up within a worksheet.";

/** Amounts of the whole order in the shop's currency, and its weight. */
export const orderAmountColumns: readonly ColumnDefinition[] = [
  {
    ...amount,
    key: "OrderTotal",
    title: "Order total",
    description: "Total of the order with tax, shipping and discounts, before refunds.",
    note: once,
    fields: ["totalPriceSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.totalPriceSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "CurrentOrderTotal",
    title: "Current order total",
    description: "Total of the order now, after edits and returns, as the store platform has it.",
    note: `${once} A refund of an amount, without products or shipping, may leave it as it is. 'Net payment' counts every refund.`,
    fields: ["currentTotalPriceSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.currentTotalPriceSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "OrderTax",
    title: "Order tax",
    description: "All taxes of the order, before returns.",
    note: once,
    fields: ["totalTaxSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.totalTaxSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "OrderDiscounts",
    title: "Order discounts",
    description: "All discounts of the order and its lines, before returns.",
    note: once,
    fields: ["totalDiscountsSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.totalDiscountsSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "ShippingPrice",
    title: "Shipping price",
    description: "Shipping after discounts, before returns.",
    note: once,
    fields: ["totalShippingPriceSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.totalShippingPriceSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "RefundTotal",
    title: "Refund total",
    description: "Total refunded on the order, regardless of date.",
    note: `${once} 'Refunded in period' follows the report's date range.`,
    fields: ["totalRefundedSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.totalRefundedSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "RefundShipping",
    title: "Refunded shipping",
    description: "Shipping refunded on the order, regardless of date.",
    note: `${once} It is part of 'Refund total'. Includes tax where the order's prices do.`,
    fields: ["totalRefundedShippingSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.totalRefundedShippingSet),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "RefundedOrderTax",
    title: "Refunded order tax",
    description:
      "All tax refunded on the order, regardless of date: of products, shipping, and amounts without a line.",
    note: `${once} It is part of 'Refund total'; 'Refunded tax' has the tax of lines alone.`,
    fields: [
      "refunds.refundLineItems.nodes.totalTaxSet.shopMoney.amount",
      "refunds.refundShippingLines.nodes.taxAmountSet.shopMoney.amount",
      "refunds.orderAdjustments.nodes.taxAmountSet.shopMoney.amount",
    ],
    level: "order",
    read: refundedOrderTax,
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "RefundInPeriod",
    title: "Refunded in period",
    description: "Refunds of the order that were processed within the report's date range.",
    note: `${once} Refunds of orders older than the range are not in the report.`,
    fields: ["refunds.totalRefundedSet.shopMoney.amount", "refunds.processedAt"],
    level: "order",
    read: (order, context) => refundedInPeriod(order, context.period),
    aggregate: onceInOrder,
  },
  {
    ...amount,
    key: "OrderWeight",
    title: "Order weight",
    description: "Weight of all units ordered, in grams, whatever the shop's unit.",
    note: `${once} Includes units that were refunded or removed later.`,
    fields: ["totalWeight"],
    level: "order",
    read: (order) => order.totalWeight,
    aggregate: onceInOrder,
  },
];
