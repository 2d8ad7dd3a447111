import { billingColumns, shippingColumns } from "./addresses.ts";
import { customColumns } from "./custom.ts";
import { customerColumns } from "./customer.ts";
import { customerHistoryColumns } from "./customer-history.ts";
import type { ColumnDefinition } from "./definition.ts";
import { fulfillmentColumns } from "./fulfillment.ts";
import { lineCostColumns } from "./line-cost.ts";
import { lineCustomsColumns } from "./line-customs.ts";
import { lineFigureColumns } from "./line-figures.ts";
import { linePriceColumns } from "./line-prices.ts";
import { linePropertyColumns } from "./line-properties.ts";
import { lineRefundColumns } from "./line-refunds.ts";
import { lineSalesColumns } from "./line-sales.ts";
import { lineTaxColumns } from "./line-taxes.ts";
import { lineUnitColumns } from "./line-units.ts";
import { lineWeightColumns } from "./line-weight.ts";
import { customerMetafieldColumns, orderMetafieldColumns, productMetafieldColumns } from "./metafields.ts";
import { orderColumns } from "./order.ts";
import { orderAmountColumns } from "./order-amounts.ts";
import { orderBusinessColumns } from "./order-business.ts";
import { orderCalendarColumns } from "./order-calendar.ts";
import { orderCountColumns } from "./order-counts.ts";
import { orderDiscountColumns } from "./order-discounts.ts";
import { orderFactColumns } from "./order-facts.ts";
import { orderOriginColumns } from "./order-origin.ts";
import { orderPropertyColumns } from "./order-properties.ts";
import { orderRefundColumns } from "./order-refunds.ts";
import { orderRiskColumns } from "./order-risk.ts";
import { orderShippingColumns } from "./order-shipping.ts";
import { orderTaxColumns } from "./order-taxes.ts";
import { orderTotalColumns } from "./order-totals.ts";
import { orderVisitColumns } from "./order-visit.ts";
import { productColumns } from "./product.ts";
import { productFactColumns } from "./product-facts.ts";
import { productNowColumns } from "./product-now.ts";
import { productOptionColumns } from "./product-options.ts";
import { transactionColumns } from "./transaction.ts";

/** Goes up whenever a value, a key or a field of the catalogue changes its meaning; frozen inputs carry it. */
export const catalogueVersion = 7;

/** Every column a design can show, in the order in which a new design lists them behind the default ones. */
export const catalogue: readonly ColumnDefinition[] = [
  ...productColumns,
  ...productFactColumns,
  ...productOptionColumns,
  ...productNowColumns,
  ...productMetafieldColumns,
  ...linePropertyColumns,
  ...lineFigureColumns,
  ...lineUnitColumns,
  ...linePriceColumns,
  ...lineRefundColumns,
  ...lineTaxColumns,
  ...lineWeightColumns,
  ...lineCostColumns,
  ...lineSalesColumns,
  ...lineCustomsColumns,
  ...orderColumns,
  ...orderFactColumns,
  ...orderCalendarColumns,
  ...orderOriginColumns,
  ...orderBusinessColumns,
  ...orderPropertyColumns,
  ...orderMetafieldColumns,
  ...orderAmountColumns,
  ...orderTotalColumns,
  ...orderCountColumns,
  ...orderDiscountColumns,
  ...orderShippingColumns,
  ...orderTaxColumns,
  ...orderRefundColumns,
  ...orderRiskColumns,
  ...orderVisitColumns,
  ...customerColumns,
  ...customerHistoryColumns,
  ...customerMetafieldColumns,
  ...shippingColumns,
  ...billingColumns,
  ...fulfillmentColumns,
  ...transactionColumns,
  ...customColumns,
];

/** The definition of each key. A key is permanent: designs, frozen inputs and XML files hold it. */
export const columnByKey: ReadonlyMap<string, ColumnDefinition> = new Map(
  catalogue.map((column) => [column.key, column]),
);

/** What a new design shows, in this order. */
export const defaultColumnKeys: readonly string[] = [
  "Image",
  "OrderNum",
  "OrderDate",
  "ProductTitle",
  "VariantTitle",
  "SKU",
  "Quantity",
  "Price",
  "TotalPrice",
  "FinancialStatus",
  "FulfillmentStatus",
];
