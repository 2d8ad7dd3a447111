import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { toDecimal } from "../../text/decimal.ts";
import { onceInOrder, wholeOrder } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const common = {
  category: ColumnCategory.Order,
  slowGroup: SlowGroup.None,
  identifier: false,
} as const;

/** `index`: from 1. */
const orderTax = (index: number): readonly ColumnDefinition[] => [
  {
    ...common,
    key: `OrderTax${index}Title`,
    title: `Order tax ${index} title`,
    type: ColumnType.Text,
    valueKind: "text",
    description: `Name of tax ${index} of the order, for example VAT.`,
    note: `In the order in which the store lists taxes; empty if the order has no tax ${index}.`,
    total: "none",
    fields: ["taxLines.title"],
    level: "order",
    read: (order) => order.taxLines?.[index - 1]?.title,
    aggregate: wholeOrder,
  },
  {
    ...common,
    key: `OrderTax${index}Rate`,
    title: `Order tax ${index} rate`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Rate of tax ${index} of the order: 0.08 means 8%.`,
    note: "The same tax at two rates counts as two taxes.",
    total: "none",
    fields: ["taxLines.rate"],
    level: "order",
    read(order) {
      const rate = order.taxLines?.[index - 1]?.rate ?? null;
      return rate === null ? null : toDecimal(rate);
    },
    aggregate: wholeOrder,
  },
  {
    ...common,
    key: `OrderTax${index}Amount`,
    title: `Order tax ${index} amount`,
    type: ColumnType.Number,
    valueKind: "number",
    description: `Amount of tax ${index} of the order, before returns, in the shop's currency.`,
    note: "On the first row of each order only, so you can add the column up within a worksheet.",
    total: "sumOncePerOrder",
    fields: ["taxLines.priceSet.shopMoney.amount"],
    level: "order",
    read: (order) => getShopAmount(order.taxLines?.[index - 1]?.priceSet),
    aggregate: onceInOrder,
  },
];

export const orderTaxColumns: readonly ColumnDefinition[] = [1, 2, 3].flatMap(orderTax);
