import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import type { MoneyBag, Order } from "../../orders/order.ts";
import { onceInOrder, wholeOrder } from "../aggregations.ts";
import { getShopAmount } from "../cells/cells.ts";
import type { ColumnDefinition } from "../definition.ts";
import { SlowGroup } from "../slow-group.ts";

const once = "On the first row of each order only, so you can add the column up within a worksheet.";

/** A column with one of the platform's amounts of the whole order, in the shop's currency. */
const amount = (
  field: keyof Order & `${string}Set`,
  { note, ...about }: Pick<ColumnDefinition, "key" | "title" | "description"> & { note?: string },
): ColumnDefinition => ({
  ...about,
  note: note === undefined ? once : `${once} ${note}`,
  category: ColumnCategory.Order,
  type: ColumnType.Number,
  valueKind: "number",
  slowGroup: SlowGroup.None,
  identifier: false,
  total: "sumOncePerOrder",
  fields: [`${field}.shopMoney.amount`],
  level: "order",
  read: (order) => getShopAmount(order[field] as MoneyBag | null | undefined),
  aggregate: onceInOrder,
});

/** Further amounts of the whole order: components, current values, paid and outstanding. */
export const orderTotalColumns: readonly ColumnDefinition[] = [
  amount("subtotalPriceSet", {
    key: "OrderSubtotal",
    title: "Order subtotal",
    description: "Goods of the order after discounts, before shipping, duties and any tax added to the price.",
    note: "Includes tax where the order's prices do. Before returns.",
  }),
  amount("originalTotalPriceSet", {
    key: "OriginalOrderTotal",
    title: "Original order total",
    description: "Total of the order when it was placed, before edits, returns and refunds.",
  }),
  amount("currentSubtotalPriceSet", {
    key: "CurrentOrderSubtotal",
    title: "Current order subtotal",
    description: "Subtotal of the order now, after edits, returns and refunds.",
    note: "Includes tax where the order's prices do.",
  }),
  amount("currentTotalTaxSet", {
    key: "CurrentOrderTax",
    title: "Current order tax",
    description: "All taxes of the order now, after edits, returns and refunds.",
  }),
  amount("currentShippingPriceSet", {
    key: "CurrentShippingPrice",
    title: "Current shipping price",
    description: "Shipping now, after discounts and refunds.",
  }),
  amount("totalTipReceivedSet", {
    key: "TipAmount",
    title: "Tip",
    description: "Tips received with the order.",
  }),
  amount("originalTotalDutiesSet", {
    key: "Duties",
    title: "Duties",
    description: "Customs duties charged when the order was placed.",
    note: "Empty for orders without duties.",
  }),
  amount("currentTotalDutiesSet", {
    key: "CurrentDuties",
    title: "Current duties",
    description: "Customs duties of the order now, after refunds.",
    note: "Empty for orders without duties.",
  }),
  amount("originalTotalAdditionalFeesSet", {
    key: "AdditionalFees",
    title: "Additional fees",
    description: "Additional fees charged when the order was placed, for example import fees.",
    note: "Empty for orders without fees.",
  }),
  {
    key: "AdditionalFeeNames",
    title: "Additional fee names",
    category: ColumnCategory.Order,
    type: ColumnType.Text,
    valueKind: "text",
    description: "Names of the order's additional fees.",
    note: "Separated by commas; empty for orders without fees.",
    slowGroup: SlowGroup.order,
    identifier: false,
    total: "none",
    fields: ["additionalFees.name"],
    level: "order",
    read: (order) => order.additionalFees?.map(({ name }) => name),
    aggregate: wholeOrder,
  },
  amount("totalOutstandingSet", {
    key: "OutstandingBalance",
    title: "Outstanding balance",
    description: "Amount of the order still to be paid.",
    note: "Below 0 if the customer is owed money.",
  }),
  amount("totalReceivedSet", {
    key: "TotalReceived",
    title: "Total received",
    description: "Money received for the order, before refunds.",
  }),
  amount("netPaymentSet", {
    key: "NetPayment",
    title: "Net payment",
    description: "Money received for the order less money paid back.",
  }),
  amount("totalCapturableSet", {
    key: "CapturableAmount",
    title: "Capturable amount",
    description: "Money authorized for the order that can still be captured.",
  }),
];
