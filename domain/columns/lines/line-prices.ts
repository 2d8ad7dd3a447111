import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { lineUnitPrice } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const price = {
  category: ColumnCategory.Product,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
} as const;

/** Current price of a variant; for a product, the range of its variants. */
const ofVariant = {
  Orders: "line",
  ProductVariants: "first",
  Fulfillments: "line",
  ProductCombined: "range",
  MassConstructionMealPrep: "first",
} as const;

const average =
  "If a row covers several lines, the average weighted by quantity; for a bundle, the price of one bundle. Not available with one row per order.";
const todays =
  "Not stored with the order: empty if the variant has been deleted. If a row covers several variants, from the lowest to the highest.";

/** Unit prices: as ordered, and current. */
export const linePriceColumns: readonly ColumnDefinition[] = [
  {
    ...price,
    key: "DiscountedPrice",
    title: "Discounted price",
    description: "Price of one unit after discounts on the line, in the shop's currency.",
    note: `Discounts on the whole order are not taken off. ${average}`,
    fields: ["lineItems.nodes.discountedUnitPriceSet.shopMoney.amount"],
    level: "line",
    read: (line) => getShopAmount(line.discountedUnitPriceSet),
    aggregate: lineUnitPrice,
  },
  {
    ...price,
    key: "NetUnitPrice",
    title: "Net unit price",
    description: "Price of one unit after all discounts, including those on the whole order, in the shop's currency.",
    note: `Includes tax where the order's prices do. ${average}`,
    fields: ["lineItems.nodes.discountedUnitPriceAfterAllDiscountsSet.shopMoney.amount"],
    level: "line",
    read: (line) => getShopAmount(line.discountedUnitPriceAfterAllDiscountsSet),
    aggregate: lineUnitPrice,
  },
  {
    ...price,
    key: "PricePresentment",
    title: "Price (customer currency)",
    description: "Price of one unit before discounts, in the currency in which the customer paid.",
    note: "Only in reports by order line or fulfillment: prices in different currencies have no average.",
    fields: ["lineItems.nodes.originalUnitPriceSet.presentmentMoney.amount"],
    level: "line",
    read: (line) => line.originalUnitPriceSet?.presentmentMoney?.amount,
    aggregate: { Orders: "line", Fulfillments: "line" },
  },
  {
    ...price,
    key: "CurrentVariantPrice",
    title: "Current variant price",
    description: "Price of the variant now.",
    note: todays,
    slowGroup: SlowGroup.product,
    fields: ["lineItems.nodes.variant.price"],
    level: "line",
    read: (line) => line.variant?.price,
    aggregate: ofVariant,
  },
  {
    ...price,
    key: "CompareAtPrice",
    title: "Compare-at price",
    description: "Higher price beside which the variant's price is shown now.",
    note: `Empty if the variant is not on sale. ${todays}`,
    slowGroup: SlowGroup.product,
    fields: ["lineItems.nodes.variant.compareAtPrice"],
    level: "line",
    read: (line) => line.variant?.compareAtPrice,
    aggregate: ofVariant,
  },
];
