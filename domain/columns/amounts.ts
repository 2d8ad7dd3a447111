import { NumberFormatType } from "../enumerations.ts";
import type { NumberFormat } from "../number-formats/number-format.ts";

/**
 * Columns with amounts in the shop's currency, not quantities, rates or weights. Pages use this list without the
 * catalogue.
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

/** True for amounts in the shop's currency. */
export const isAmount = (column: string): boolean => amounts.has(column);

const foreignAmounts: ReadonlySet<string> = new Set(["OrderTotalPresentment", "PricePresentment"]);

/** Columns with mixed currencies can't have the shop's money format. */
export const canUseCurrency = (column: string): boolean => !foreignAmounts.has(column);

/** Drops the shop's money format unless {@link canUseCurrency}. */
export const formatFor = (column: string, format: NumberFormat | null): NumberFormat | null =>
  format?.type === NumberFormatType.Currency && !canUseCurrency(column) ? null : format;
