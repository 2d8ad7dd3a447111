import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { decimalOfNumber } from "../../text/decimal.ts";
import { onceInOrder, wholeOrder } from "../aggregations.ts";
import { shopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const common = {
  category: ColumnCategory.Order,
  slowGroup: SlowGroup.None,
  identifier: false,
} as const;

/** One of an order's taxes, counted from 1. */
const orderTax = (place: number): readonly ColumnDefinition[] => [
  {
    ...common,
    key: `OrderTax${place}Title`,
    title: `Order tax ${place} title`,
    type: ColumnType.Text,
    valueKind: "text",
    description: `Name of tax ${place} of the order, for example VAT.`,
    note: `In the order in which the store lists taxes; empty if the order has no tax ${place}.`,
    total: "none",
    fields: ["taxLines.title"],
    level: "order",
    read: (order) => order.taxLines?.[place - 1]?.title,
    aggregate: wholeOrder,
  },
  {
    ...common,
    key: `OrderTax${place}Rate`,
    title: `Order tax ${place} rate`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Rate of tax ${place} of the order: 0.08 means 8%.`,
    note: "The same tax at two rates counts as two taxes.",
    total: "none",
    fields: ["taxLines.rate"],
    level: "order",
    read(order) {
      const rate = order.taxLines?.[place - 1]?.rate ?? null;
      return rate === null ? null : decimalOfNumber(rate);
    },
    aggregate: wholeOrder,
  },
  {
    ...common,
    key: `OrderTax${place}Amount`,
    title: `Order tax ${place} amount`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Amount of tax ${place} of the order, before returns, in the shop's currency.`,
    note: "On the first row of each order only, so you can add the column up within a worksheet.",
    total: "sumOncePerOrder",
    fields: ["taxLines.priceSet.shopMoney.amount"],
    level: "order",
    read: (order) => shopAmount(order.taxLines?.[place - 1]?.priceSet),
    aggregate: onceInOrder,
  },
];

export const orderTaxColumns: readonly ColumnDefinition[] = [1, 2, 3].flatMap(orderTax);
