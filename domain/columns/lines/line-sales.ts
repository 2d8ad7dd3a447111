import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { LineItem } from "../../orders/order.ts";
import { netSales } from "../../orders/profit.ts";
import { divideDecimals, multiplyDecimals, subtractDecimals, sumDecimals } from "../../text/decimal.ts";
import { lineSum, lineSumNet } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";
import { lineCostColumns } from "./line-cost.ts";

const amount = {
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "sum",
} as const;

const discounts = "lineItems.nodes.discountAllocations.allocatedAmountSet.shopMoney.amount";
const taxes = "lineItems.nodes.taxLines.priceSet.shopMoney.amount";
const price = "lineItems.nodes.originalTotalSet.shopMoney.amount";
const refunded = "refunds.refundLineItems.nodes";

/** Sums a line's discounts, including its share of the order's; null if unknown. */
const discountOf = ({ discountAllocations }: LineItem): string | null =>
  discountAllocations === undefined
    ? null
    : sumDecimals(discountAllocations.map(({ allocatedAmountSet }) => getShopAmount(allocatedAmountSet) ?? "0"));

const percent = (part: string, whole: string): string | null =>
  sumDecimals([whole]) === "0" ? null : divideDecimals(multiplyDecimals(part, "100"), whole, 2);

/** Sales columns are computed from Profit and TotalCost. */
const profitFields = lineCostColumns.flatMap(({ key, fields }) =>
  key === "Profit" || key === "TotalCost" ? fields : [],
);
const calcInEveryGrouping = {
  Orders: "calc",
  ProductVariants: "calc",
  OnePerOrder: "calc",
  Fulfillments: "calc",
  ProductCombined: "calc",
  BundleAndCustomizer: "calc",
  MassConstructionMealPrep: "calc",
} as const;

export const lineSalesColumns: readonly ColumnDefinition[] = [
  {
    ...amount,
    key: "LineDiscount",
    title: "Line discount",
    description: "All discounts of the line, including its share of discounts on the whole order.",
    note: "Includes the discount on units that were refunded or removed later.",
    fields: [discounts],
    level: "line",
    read: discountOf,
    aggregate: lineSum,
  },
  {
    ...amount,
    key: "LineTotalWithTax",
    title: "Line total with tax",
    description: "What the customer was charged for the line: price after all discounts, with tax.",
    note: "As ordered: refunds and removed units are not subtracted.",
    fields: [price, discounts, taxes, "taxesIncluded"],
    level: "line",
    read(line, { taxesIncluded }) {
      const discount = discountOf(line);
      const total = getShopAmount(line.originalTotalSet);
      if (discount === null || total === null || taxesIncluded === undefined) return null;
      const added = taxesIncluded ? [] : (line.taxLines ?? []).map(({ priceSet }) => getShopAmount(priceSet) ?? "0");
      return sumDecimals([subtractDecimals(total, discount), ...added]);
    },
    aggregate: lineSum,
  },
  {
    ...amount,
    key: "NetSales",
    title: "Net sales",
    description: "Sales of the line after discounts and refunds, without tax.",
    note: "'Profit' is this less 'Total cost'. Refunds of shipping, or of an amount without a line, are not in it.",
    fields: [
      "taxesIncluded",
      "lineItems.nodes.id",
      "lineItems.nodes.quantity",
      "lineItems.nodes.currentQuantity",
      price,
      discounts,
      taxes,
      `${refunded}.lineItem.id`,
      `${refunded}.quantity`,
      `${refunded}.subtotalSet.shopMoney.amount`,
      `${refunded}.totalTaxSet.shopMoney.amount`,
    ],
    level: "line",
    read: (line, order, { currencyDecimals }) => netSales(line, order, currencyDecimals),
    aggregate: lineSumNet,
  },
  {
    ...amount,
    key: "LineDuties",
    title: "Line duties",
    description: "Customs duties charged for the line, in the shop's currency.",
    note: "0 for lines without duties.",
    fields: ["lineItems.nodes.duties.price.shopMoney.amount"],
    level: "line",
    read: ({ duties }) => duties && sumDecimals(duties.map((duty) => getShopAmount(duty.price) ?? "0")),
    aggregate: lineSum,
  },
  {
    ...amount,
    key: "ProfitMargin",
    title: "Profit margin %",
    description: "Profit as a percentage of net sales.",
    note: "Worked out from the row's sums, over lines whose cost is known; empty if they sold for nothing.",
    slowGroup: SlowGroup.inventoryItem,
    total: "none",
    fields: profitFields,
    level: "calc",
    needs: ["Profit", "TotalCost"],
    compute: ({ Profit: profit = null, TotalCost: cost = null }) =>
      profit === null || cost === null ? null : percent(profit, sumDecimals([profit, cost])),
    aggregate: calcInEveryGrouping,
  },
  {
    ...amount,
    key: "Markup",
    title: "Markup %",
    description: "Profit as a percentage of 'Total cost'.",
    note: "Worked out from the row's sums, over lines whose cost is known; empty if the cost is 0.",
    slowGroup: SlowGroup.inventoryItem,
    total: "none",
    fields: profitFields,
    level: "calc",
    needs: ["Profit", "TotalCost"],
    compute: ({ Profit: profit = null, TotalCost: cost = null }) =>
      profit === null || cost === null ? null : percent(profit, cost),
    aggregate: calcInEveryGrouping,
  },
];
