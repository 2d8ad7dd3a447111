import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { sumDecimals } from "../../text/decimal.ts";
import { lineSum, lineSumNet, lineUnitPrice } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const number = {
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "sum",
} as const;

/** Quantities and amounts of lines, in the shop's currency. */
export const lineFigureColumns: readonly ColumnDefinition[] = [
  {
    ...number,
    key: "Quantity",
    title: "Quantity",
    description: "Units ordered.",
    note: "Includes units that were refunded or removed later.",
    fields: ["lineItems.nodes.quantity"],
    level: "line",
    read: (line) => line.quantity,
    aggregate: { ...lineSum, Fulfillments: "fulfilled" },
  },
  {
    ...number,
    key: "CurrentQuantity",
    title: "Current quantity",
    description: "Units ordered, less those refunded or removed.",
    note: "0 for a line that an edit of the order removed.",
    decimals: 0,
    fields: ["lineItems.nodes.currentQuantity"],
    level: "line",
    read: (line) => line.currentQuantity,
    aggregate: lineSumNet,
  },
  {
    ...number,
    key: "Price",
    title: "Price",
    description: "Price of one unit before discounts, in the shop's currency.",
    note: "Includes tax where the order's prices do. If a row covers several lines, the average weighted by quantity. Not available with one row per order.",
    total: "none",
    fields: ["lineItems.nodes.originalUnitPriceSet.shopMoney.amount"],
    level: "line",
    read: (line) => getShopAmount(line.originalUnitPriceSet),
    aggregate: lineUnitPrice,
  },
  {
    ...number,
    key: "TotalPrice",
    title: "Total price",
    description: "Price times quantity, before discounts, shipping and any tax added to the price.",
    note: "Includes tax where the order's prices do. As ordered: refunds and removed units are not subtracted.",
    fields: ["lineItems.nodes.originalTotalSet.shopMoney.amount"],
    level: "line",
    read: (line) => getShopAmount(line.originalTotalSet),
    aggregate: lineSum,
  },
  {
    ...number,
    key: "LineTax",
    title: "Line tax",
    description: "All taxes of the line together.",
    note: "Includes the tax of units that were refunded or removed later.",
    fields: ["lineItems.nodes.taxLines.priceSet.shopMoney.amount"],
    level: "line",
    read: (line) =>
      line.taxLines === undefined ? null : sumDecimals(line.taxLines.map((tax) => getShopAmount(tax.priceSet) ?? "0")),
    aggregate: lineSum,
  },
];
