import { billingColumns, shippingColumns } from "./addresses.ts";
import { customColumns } from "./custom.ts";
import type { ColumnDefinition } from "./definition.ts";
import { fulfillmentColumns } from "./fulfillment.ts";
import { lineCostColumns } from "./lines/line-cost.ts";
import { lineCustomsColumns } from "./lines/line-customs.ts";
import { lineFigureColumns } from "./lines/line-figures.ts";
import { linePriceColumns } from "./lines/line-prices.ts";
import { linePropertyColumns } from "./lines/line-properties.ts";
import { lineRefundColumns } from "./lines/line-refunds.ts";
import { lineSalesColumns } from "./lines/line-sales.ts";
import { lineTaxColumns } from "./lines/line-taxes.ts";
import { lineUnitColumns } from "./lines/line-units.ts";
import { lineWeightColumns } from "./lines/line-weight.ts";
import { customerMetafieldColumns, orderMetafieldColumns, productMetafieldColumns } from "./metafields.ts";
import { customerColumns } from "./orders/customer.ts";
import { customerHistoryColumns } from "./orders/customer-history.ts";
import { orderColumns } from "./orders/order.ts";
import { orderAmountColumns } from "./orders/order-amounts.ts";
import { orderBusinessColumns } from "./orders/order-business.ts";
import { orderCalendarColumns } from "./orders/order-calendar.ts";
import { orderCountColumns } from "./orders/order-counts.ts";
import { orderDiscountColumns } from "./orders/order-discounts.ts";
import { orderFactColumns } from "./orders/order-facts.ts";
import { orderOriginColumns } from "./orders/order-origin.ts";
import { orderPropertyColumns } from "./orders/order-properties.ts";
import { orderRefundColumns } from "./orders/order-refunds.ts";
import { orderRiskColumns } from "./orders/order-risk.ts";
import { orderShippingColumns } from "./orders/order-shipping.ts";
import { orderTaxColumns } from "./orders/order-taxes.ts";
import { orderTotalColumns } from "./orders/order-totals.ts";
import { orderVisitColumns } from "./orders/order-visit.ts";
import { currentProductColumns } from "./products/current-product.ts";
import { productColumns } from "./products/product.ts";
import { productFactColumns } from "./products/product-facts.ts";
import { productOptionColumns } from "./products/product-options.ts";
import { transactionColumns } from "./transaction.ts";

/** Increment when a value, key or field changes meaning. Stored in frozen inputs. */
export const catalogueVersion = 7;

/** A new design lists columns in this order, after the default ones. */
export const catalogue: readonly ColumnDefinition[] = [
  ...productColumns,
  ...productFactColumns,
  ...productOptionColumns,
  ...currentProductColumns,
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

/** Keys are permanent: designs, frozen inputs and XML files store them. */
export const columnByKey: ReadonlyMap<string, ColumnDefinition> = new Map(
  catalogue.map((column) => [column.key, column]),
);

/** Columns of a new design, in order. */
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
