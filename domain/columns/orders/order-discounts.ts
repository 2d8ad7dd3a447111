import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { DiscountApplication } from "../../orders/order.ts";
import { toCanonicalDecimal, toDecimal } from "../../text/decimal.ts";
import { wholeOrder, wholeOrderJoined } from "../aggregations.ts";
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

/** Reads each discount, in the store's order. */
const ofEach = (fields: readonly string[], read: (discount: DiscountApplication) => Atom): ColumnSource<"order"> => ({
  fields: fields.map((field) => `discountApplications.nodes.${field}`),
  level: "order",
  read: ({ discountApplications }) => discountApplications?.map(read),
  aggregate: wholeOrder,
});

/** `10%`, `20 USD`. */
const formatDiscount = ({ value }: DiscountApplication): string | null => {
  if (value?.percentage !== undefined) return `${toDecimal(value.percentage)}%`;
  return value?.amount === undefined ? null : `${toCanonicalDecimal(value.amount)} ${value.currencyCode ?? ""}`.trim();
};

const targets: Readonly<Record<string, string>> = { LINE_ITEM: "lines", SHIPPING_LINE: "shipping" };
const each = "Separated by commas, without repeats, so entries of two columns need not line up.";

export const orderDiscountColumns: readonly ColumnDefinition[] = [
  {
    ...text,
    key: "DiscountCodes",
    title: "Discount codes",
    description: "Codes that the customer entered, separated by commas.",
    note: "Automatic and manual discounts have none: see 'Discount titles'.",
    identifier: true,
    fields: ["discountCodes"],
    level: "order",
    read: (order) => order.discountCodes,
    aggregate: wholeOrderJoined,
  },
  {
    ...text,
    key: "DiscountTitles",
    title: "Discount titles",
    description: "Titles of the order's automatic and manual discounts, and its discount codes.",
    note: each,
    ...ofEach(
      [
        "(AutomaticDiscountApplication).title",
        "(ManualDiscountApplication).title",
        "(ScriptDiscountApplication).title",
        "(DiscountCodeApplication).code",
      ],
      ({ code, title }) => code ?? title,
    ),
    aggregate: wholeOrderJoined,
  },
  {
    ...text,
    key: "DiscountValue",
    title: "Discount value",
    description: "What each discount takes off: a percentage or an amount, for example 10% or 20 USD.",
    note: `As the discount was set up. 'Order discounts' has the amount it came to. ${each}`,
    ...ofEach(
      ["value.(PricingPercentageValue).percentage", "value.(MoneyV2).amount", "value.(MoneyV2).currencyCode"],
      formatDiscount,
    ),
  },
  {
    ...text,
    key: "DiscountTarget",
    title: "Discount target",
    description: "What the discounts apply to: lines or shipping.",
    note: each,
    ...ofEach(["targetType"], ({ targetType = "" }) => targets[targetType]),
  },
];
