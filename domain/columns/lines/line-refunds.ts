import { ColumnCategory, ColumnType } from "../../enumerations.ts";
import { countRefundedUnits, refundedAmount, refundedTax, restockTypes } from "../../orders/refunds.ts";
import { lineSumExceptFulfillments } from "../aggregations.ts";
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

const refundedLine = "refunds.refundLineItems.nodes.lineItem.id";

/** Refunds of lines, regardless of date. */
export const lineRefundColumns: readonly ColumnDefinition[] = [
  {
    ...number,
    key: "RefundedQuantity",
    title: "Refunded quantity",
    description: "Units of the line that were refunded.",
    note: "All refunds of the line, regardless of date.",
    fields: ["lineItems.nodes.id", "refunds.refundLineItems.nodes.quantity", refundedLine],
    level: "line",
    read: countRefundedUnits,
    aggregate: lineSumExceptFulfillments,
  },
  {
    ...number,
    key: "RefundedAmount",
    title: "Refunded amount",
    description: "Amount refunded for the line, before tax.",
    note: "All refunds of the line, regardless of date. Refunds of shipping, or of an amount without a line, are only in 'Refund total'.",
    fields: [
      "taxesIncluded",
      "lineItems.nodes.id",
      "refunds.refundLineItems.nodes.subtotalSet.shopMoney.amount",
      "refunds.refundLineItems.nodes.totalTaxSet.shopMoney.amount",
      refundedLine,
    ],
    level: "line",
    read: refundedAmount,
    aggregate: lineSumExceptFulfillments,
  },
  {
    ...number,
    key: "RefundedTax",
    title: "Refunded tax",
    description: "Tax refunded for the line.",
    note: "All refunds of the line, regardless of date. 'Refunded order tax' also has the tax of refunded shipping and of amounts without a line.",
    fields: ["lineItems.nodes.id", "refunds.refundLineItems.nodes.totalTaxSet.shopMoney.amount", refundedLine],
    level: "line",
    read: refundedTax,
    aggregate: lineSumExceptFulfillments,
  },
  {
    ...number,
    key: "RestockType",
    title: "Restock type",
    type: ColumnType.Text,
    valueKind: "text",
    description: "What happened to the refunded units: RETURN, CANCEL, NO_RESTOCK or LEGACY_RESTOCK.",
    note: "Each type once, the oldest refund first; empty if nothing of the line was refunded.",
    total: "none",
    fields: ["lineItems.nodes.id", "refunds.processedAt", "refunds.refundLineItems.nodes.restockType", refundedLine],
    level: "line",
    read: restockTypes,
    aggregate: {
      Orders: "line",
      ProductVariants: "join",
      OnePerOrder: "join",
      ProductCombined: "join",
      BundleAndCustomizer: "join",
      MassConstructionMealPrep: "join",
    },
  },
];
