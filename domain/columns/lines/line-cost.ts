import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { profit, totalCost, unitCost } from "../../orders/profit.ts";
import { lineSumNet, lineUnitPrice } from "../aggregations.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const number = {
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.inventoryItem,
  identifier: false,
} as const;

const cost = "lineItems.nodes.variant.inventoryItem.unitCost.amount";
const refunded = "refunds.refundLineItems.nodes";
const forTotalCost = [
  cost,
  "lineItems.nodes.id",
  "lineItems.nodes.currentQuantity",
  `${refunded}.lineItem.id`,
  `${refunded}.quantity`,
  `${refunded}.restockType`,
];
const todays = "Based on the current unit cost, since the store keeps none with the order; empty if none is entered.";

export const lineCostColumns: readonly ColumnDefinition[] = [
  {
    ...number,
    key: "Cost",
    title: "Cost per item",
    description: "Current unit cost of the variant.",
    note: "The store keeps no cost with the order. Empty if none is entered or the variant has been deleted.",
    total: "none",
    fields: [cost],
    level: "line",
    read: unitCost,
    aggregate: lineUnitPrice,
  },
  {
    ...number,
    key: "TotalCost",
    title: "Total cost",
    description: "Cost per item times the units sold, less those that came back into stock.",
    note: `${todays} Refunded units that were not restocked are still counted.`,
    total: "sum",
    fields: forTotalCost,
    level: "line",
    read: totalCost,
    aggregate: lineSumNet,
  },
  {
    ...number,
    key: "Profit",
    title: "Profit",
    description: "Sales of the line after discounts and refunds, without tax, less 'Total cost'.",
    note: `${todays} Shipping and payment fees are not included.`,
    total: "sum",
    fields: [
      ...forTotalCost,
      "taxesIncluded",
      "lineItems.nodes.quantity",
      "lineItems.nodes.originalTotalSet.shopMoney.amount",
      "lineItems.nodes.discountAllocations.allocatedAmountSet.shopMoney.amount",
      "lineItems.nodes.taxLines.priceSet.shopMoney.amount",
      `${refunded}.subtotalSet.shopMoney.amount`,
      `${refunded}.totalTaxSet.shopMoney.amount`,
    ],
    level: "line",
    read: (line, order, { currencyDecimals }) => profit(line, order, currencyDecimals),
    aggregate: lineSumNet,
  },
  {
    ...number,
    key: "RemainingInventory",
    title: "Remaining inventory",
    description: "Units of the variant currently available at all locations.",
    note: "Below 0 if more was sold than was in stock; empty if the variant has been deleted.",
    total: "none",
    fields: ["lineItems.nodes.variant.inventoryQuantity"],
    level: "line",
    read: (line) => line.variant?.inventoryQuantity,
    aggregate: {
      Orders: "line",
      ProductVariants: "first",
      Fulfillments: "line",
      ProductCombined: "sumVariants",
      MassConstructionMealPrep: "first",
    },
  },
];
