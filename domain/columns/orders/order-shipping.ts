import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { ShippingLine } from "../../orders/order.ts";
import { subtractDecimals, sumDecimals } from "../../text/decimal.ts";
import { onceInOrder, wholeOrder, wholeOrderJoined } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { Atom, ColumnDefinition, ColumnSource } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const text = {
  category: ColumnCategory.Order,
  type: ColumnType.Text,
  valueKind: "text",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "none",
} as const;
const amount = { ...text, type: ColumnType.Number, valueKind: "number", total: "sumOncePerOrder" } as const;

const fields = (names: readonly string[]): string[] => names.map((name) => `shippingLines.nodes.${name}`);

/** Reads each shipping line. The platform omits removed ones. */
const ofEach = (
  names: readonly string[],
  read: (line: ShippingLine) => Atom | readonly Atom[],
): ColumnSource<"order"> => ({
  fields: fields(names),
  level: "order",
  read: ({ shippingLines }) => shippingLines?.flatMap(read),
  aggregate: wholeOrder,
});

/** Sums shipping lines; 0 for an order without any. */
const summed = (names: readonly string[], read: (line: ShippingLine) => string): ColumnSource<"order"> => ({
  fields: fields(names),
  level: "order",
  read: ({ shippingLines }) => shippingLines && sumDecimals(shippingLines.map(read)),
  aggregate: onceInOrder,
});

const once = "On the first row of each order only, so you can add the column up within a worksheet.";
const original = "originalPriceSet.shopMoney.amount";

export const orderShippingColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "ShippingMethod",
    title: "Shipping method",
    description: "Name of the shipping method the customer chose, for example Express.",
    note: "Empty for orders without shipping. Separated by commas if there are several.",
    ...ofEach(["title"], ({ title }) => title),
    aggregate: wholeOrderJoined,
  },
  {
    ...text,
    key: "ShippingCode",
    title: "Shipping code",
    description: "Code of the shipping method, as carriers and shipping programs know it.",
    note: "Often the same as 'Shipping method'.",
    identifier: true,
    ...ofEach(["code"], ({ code }) => code),
  },
  {
    ...amount,
    key: "ShippingOriginalPrice",
    title: "Shipping before discounts",
    description: "Shipping before discounts and returns, in the shop's currency.",
    note: `${once} 'Shipping price' is after discounts.`,
    ...summed([original], ({ originalPriceSet }) => getShopAmount(originalPriceSet) ?? "0"),
  },
  {
    ...amount,
    key: "ShippingDiscount",
    title: "Shipping discount",
    description: "Discounts on shipping, in the shop's currency.",
    note: `${once} It is part of 'Order discounts'.`,
    ...summed([original, "discountedPriceSet.shopMoney.amount"], ({ originalPriceSet, discountedPriceSet }) =>
      subtractDecimals(getShopAmount(originalPriceSet) ?? "0", getShopAmount(discountedPriceSet) ?? "0"),
    ),
  },
  {
    ...amount,
    key: "ShippingTax",
    title: "Shipping tax",
    description: "All taxes on shipping, in the shop's currency, before returns.",
    note: `${once} It is part of 'Order tax'.`,
    ...summed(["taxLines.priceSet.shopMoney.amount"], ({ taxLines }) =>
      sumDecimals(taxLines?.map(({ priceSet }) => getShopAmount(priceSet) ?? "0") ?? []),
    ),
  },
  {
    ...text,
    key: "ShippingTaxTitles",
    title: "Shipping tax names",
    description: "Names of the taxes on shipping, for example VAT.",
    note: "Separated by commas; empty if shipping is not taxed.",
    ...ofEach(["taxLines.title"], ({ taxLines }) => taxLines?.map(({ title }) => title) ?? []),
  },
];
