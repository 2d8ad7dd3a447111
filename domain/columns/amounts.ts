import { NumberFormatType } from "../enumerations.ts";
import type { NumberFormat } from "../number-formats/number-format.ts";

/**
 * Columns with amounts in the shop's currency. Excludes quantities, rates, weights, and amounts in the customer's
 * currency. Separate from the catalogue, so that pages can use it without loading the catalogue.
 */
const amounts: ReadonlySet<string> = new Set([
  "AdditionalFees",
  "CapturableAmount",
  "CapturedAmount",
  "CompareAtPrice",
  "Cost",
  "CurrentDuties",
  "CurrentOrderSubtotal",
  "CurrentOrderTax",
  "CurrentOrderTotal",
  "CurrentShippingPrice",
  "CurrentVariantPrice",
  "CustomerAverageOrder",
  "CustomerTotalSpent",
  "DiscountedPrice",
  "Duties",
  "GiftCardAmount",
  "LineDiscount",
  "LineDuties",
  "LineTax",
  "LineTotalWithTax",
  "NetPayment",
  "NetSales",
  "NetUnitPrice",
  "OrderDiscounts",
  "OrderSubtotal",
  "OrderTax",
  "OrderTax1Amount",
  "OrderTax2Amount",
  "OrderTax3Amount",
  "OrderTotal",
  "OriginalOrderTotal",
  "OutstandingBalance",
  "Price",
  "Profit",
  "RefundInPeriod",
  "RefundShipping",
  "RefundTotal",
  "RefundTransactionAmount",
  "RefundedAmount",
  "RefundedOrderTax",
  "RefundedTax",
  "ShippingDiscount",
  "ShippingOriginalPrice",
  "ShippingPrice",
  "ShippingTax",
  "TaxLine1Price",
  "TaxLine2Price",
  "TaxLine3Price",
  "TipAmount",
  "TotalCost",
  "TotalPrice",
  "TotalReceived",
  "TransactionAmount",
  "TransactionFees",
  "TransactionNet",
]);

/** True if the column holds amounts in the shop's currency. */
export const isAmount = (column: string): boolean => amounts.has(column);

const foreignAmounts: ReadonlySet<string> = new Set(["OrderTotalPresentment", "PricePresentment"]);

/** True if the column may have the shop's money format. Excludes columns with mixed currencies. */
export const canUseCurrency = (column: string): boolean => !foreignAmounts.has(column);

/** Returns the displayed number format: the shop's money format only if {@link canUseCurrency}. */
export const formatFor = (column: string, format: NumberFormat | null): NumberFormat | null =>
  format?.type === NumberFormatType.Currency && !canUseCurrency(column) ? null : format;
