import { NumberFormatType } from "../enumerations.ts";
import type { NumberFormat } from "../number-formats/number-format.ts";

/**
 * Columns whose numbers are amounts of money in the shop's currency. Quantities, rates and weights are none, and amounts in the customer's
 * currency are of another one in every row. Apart from the catalogue, so that a page may know it without all that the catalogue reads.
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

/** Whether a column, by its key, holds amounts in the shop's currency. */
export const isAmount = (column: string): boolean => amounts.has(column);

/** Amounts in the currency in which the customer paid: another one in every row. */
const foreignAmounts: ReadonlySet<string> = new Set(["OrderTotalPresentment", "PricePresentment"]);

/** Whether a column may have the shop's money format. One that may not holds another currency in every row, and € on yen is a wrong figure. */
export const takesCurrency = (column: string): boolean => !foreignAmounts.has(column);

/** The number format that a column is shown in: the shop's money format only where it {@link takesCurrency}. */
export const formatFor = (column: string, format: NumberFormat | null): NumberFormat | null =>
  format?.type === NumberFormatType.Currency && !takesCurrency(column) ? null : format;
