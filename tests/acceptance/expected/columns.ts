import type { DemoAddress, DemoLineItem, DemoOrder, DemoRefundLineItem } from "#demo-store/generate/types.ts";
import {
  type Expectation,
  lineLink,
  lineOnly,
  lineSum,
  lineText,
  orderJoin,
  orderOnce,
  orderPlain,
  orderText,
  shopMoney,
  units,
} from "./column-kinds.ts";
import { momentOf } from "./date-basis.ts";
import { decimal, sum } from "./decimal.ts";
import { cellOfInstant, isWithin } from "./local-time.ts";

const numericId = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);
const lower = (word: string | null): string | null => word?.toLowerCase() ?? null;

/** The refund lines of an order line, in all refunds. */
const refundsOf = ({ order, line }: { order: DemoOrder; line: DemoLineItem }): DemoRefundLineItem[] =>
  order.refunds.flatMap((refund) => refund.refundLineItems).filter((item) => item.lineItem.id === line.id);

/** P-4.7: units that have left, are to leave, or never will. */
export const fulfillmentOfLine = (line: DemoLineItem): string => {
  const fulfilled = line.quantity - line.unfulfilledQuantity - line.nonFulfillableQuantity;
  if (fulfilled > 0) return line.unfulfilledQuantity === 0 ? "fulfilled" : "partial";
  if (line.currentQuantity === 0) return "not_eligible";
  if ((line.isGiftCard || !line.requiresShipping) && line.unfulfilledQuantity === 0) return "not_eligible";
  return "Pending";
};
const fulfillmentOfOrder = ({ displayFulfillmentStatus }: DemoOrder): string =>
  ({
    FULFILLED: "fulfilled",
    PARTIALLY_FULFILLED: "partial",
    FULFILLMENT_NOT_REQUIRED: "not_eligible",
    UNFULFILLED: "Pending",
    IN_PROGRESS: "Pending",
    ON_HOLD: "Pending",
    SCHEDULED: "Pending",
  })[displayFulfillmentStatus];

/** Parcels of the fulfillments that were not cancelled (P-7.3). */
const parcels = (order: DemoOrder) =>
  order.fulfillments.filter(({ status }) => status !== "CANCELLED").flatMap(({ trackingInfo }) => trackingInfo);

const address = (prefix: string, of: (order: DemoOrder) => DemoAddress | null): Record<string, Expectation> => {
  const text = (get: (address: DemoAddress) => string | null) =>
    orderText(({ order }) => {
      const found = of(order);
      return found ? get(found) : null;
    });
  return {
    [`${prefix}Name`]: text(({ name }) => name),
    [`${prefix}FirstName`]: text(({ firstName }) => firstName),
    [`${prefix}LastName`]: text(({ lastName }) => lastName),
    [`${prefix}Company`]: text(({ company }) => company),
    [`${prefix}Address1`]: text(({ address1 }) => address1),
    [`${prefix}Address2`]: text(({ address2 }) => address2),
    [`${prefix}City`]: text(({ city }) => city),
    [`${prefix}Zip`]: text(({ zip }) => zip),
    [`${prefix}Province`]: text(({ province }) => province),
    [`${prefix}ProvinceCode`]: text(({ provinceCode }) => provinceCode),
    [`${prefix}Country`]: text(({ country }) => country),
    [`${prefix}CountryCode`]: text(({ countryCodeV2 }) => countryCodeV2),
    [`${prefix}Phone`]: text(({ phone }) => phone),
  };
};

/** The catalogue's columns, computed a second time from the demo orders by the specification's words alone. */
export const expectations: Readonly<Record<string, Expectation>> = {
  Image: lineLink(({ line }) => line.image?.url ?? line.product?.featuredMedia?.preview.image.url),
  ProductTitle: lineText(({ line }) => line.title),
  ProductFullName: lineText(({ line }) => line.name),
  VariantTitle: lineText(({ line }) => line.variantTitle),
  SKU: lineText(({ line }) => line.sku),
  Barcode: lineText(({ line }) => line.variant?.barcode),
  Vendor: lineText(({ line }) => line.vendor),
  CurrentVendor: lineText(({ line }) => line.product?.vendor),
  ProductType: lineText(({ line }) => line.product?.productType),
  ProductId: lineText(({ line }) => line.product?.legacyResourceId),
  VariantId: lineText(({ line }) => line.variant?.legacyResourceId),
  LineItemId: lineText(({ line }) => numericId(line.id)),

  Quantity: lineSum(({ line }) => units(line.quantity)),
  CurrentQuantity: lineSum(({ line }) => units(line.currentQuantity)),
  RefundedQuantity: lineSum((scene) => sum(refundsOf(scene).map(({ quantity }) => units(quantity)))),
  UnfulfilledQuantity: lineSum(({ line }) => units(line.unfulfilledQuantity)),
  Price: lineOnly(({ line }) => shopMoney(line.originalUnitPriceSet)),
  DiscountedPrice: lineOnly(({ line }) => shopMoney(line.discountedUnitPriceSet)),
  TotalPrice: lineSum(({ line }) => shopMoney(line.originalTotalSet)),
  LineDiscount: lineSum(({ line }) => sum(line.discountAllocations.map((part) => shopMoney(part.allocatedAmountSet)))),
  LineNetTotal: lineSum(({ line }) => shopMoney(line.discountedTotalSet)),
  LineTax: lineSum(({ line }) => sum(line.taxLines.map(({ priceSet }) => shopMoney(priceSet)))),
  RefundedAmount: lineSum((scene) =>
    sum(
      refundsOf(scene).map(
        ({ subtotalSet, totalTaxSet }) =>
          shopMoney(subtotalSet) - (scene.order.taxesIncluded ? shopMoney(totalTaxSet) : 0n),
      ),
    ),
  ),
  RefundedTax: lineSum((scene) => sum(refundsOf(scene).map(({ totalTaxSet }) => shopMoney(totalTaxSet)))),

  OrderNum: orderText(({ order }) => order.name),
  OrderId: orderText(({ order }) => order.legacyResourceId),
  OrderUrl: orderPlain(({ order, adminUrl }) => `${adminUrl}/orders/${order.legacyResourceId}`),
  OrderDate: orderPlain(({ order, zone }) => cellOfInstant(order.createdAt, zone)),
  ProcessedDate: orderPlain(({ order, zone }) => cellOfInstant(order.processedAt, zone)),
  PaidDate: orderPlain(({ order, zone }) => momentOf(order, 2, zone)),
  FulfilledDate: orderPlain(({ order, zone }) => momentOf(order, 3, zone)),
  ClosedDate: orderPlain(({ order, zone }) => order.closedAt && cellOfInstant(order.closedAt, zone)),
  CancelledDate: orderPlain(({ order, zone }) => order.cancelledAt && cellOfInstant(order.cancelledAt, zone)),
  CancelReason: orderText(({ order }) => lower(order.cancelReason)),
  FinancialStatus: orderText(({ order }) => lower(order.displayFinancialStatus)),
  FulfillmentStatus: {
    orders: ({ line }) => fulfillmentOfLine(line),
    onePerOrder: ({ order }) => fulfillmentOfOrder(order),
  },
  Email: orderText(({ order }) => order.email),
  Phone: orderText(({ order }) => order.phone),
  Note: orderText(({ order }) => order.note),
  Tags: orderText(({ order }) => order.tags.join(", ")),
  SalesChannel: orderText(({ order }) => order.attribution?.displayName),
  SalesChannelHandle: orderText(({ order }) => order.attribution?.handle),
  Currency: orderText(({ order }) => order.currencyCode),
  PresentmentCurrency: orderText(({ order }) => order.presentmentCurrencyCode),
  DiscountCodes: orderText(({ order }) => order.discountCodes.join(", ")),
  PaymentGateways: orderText(({ order }) => order.paymentGatewayNames.join(", ")),
  PosLocation: orderText(({ order }) => order.retailLocation?.name),

  OrderSubtotal: orderOnce(({ order }) => shopMoney(order.subtotalPriceSet)),
  OrderTotal: orderOnce(({ order }) => shopMoney(order.totalPriceSet)),
  CurrentOrderTotal: orderOnce(({ order }) => shopMoney(order.currentTotalPriceSet)),
  OrderTax: orderOnce(({ order }) => shopMoney(order.totalTaxSet)),
  OrderDiscounts: orderOnce(({ order }) => shopMoney(order.totalDiscountsSet)),
  ShippingPrice: orderOnce(({ order }) => shopMoney(order.totalShippingPriceSet)),
  TotalReceived: orderOnce(({ order }) => shopMoney(order.totalReceivedSet)),
  NetPayment: orderOnce(({ order }) => shopMoney(order.netPaymentSet)),
  RefundTotal: orderOnce(({ order }) => shopMoney(order.totalRefundedSet)),
  RefundInPeriod: orderOnce(({ order, period }) =>
    sum(
      order.refunds
        .filter(({ processedAt }) => isWithin(period, Date.parse(processedAt)))
        .map(({ totalRefundedSet }) => shopMoney(totalRefundedSet)),
    ),
  ),
  OrderWeight: orderOnce(({ order }) => decimal(order.totalWeight)),
  ItemsCount: orderOnce(({ order }) => units(order.subtotalLineItemsQuantity)),
  LinesCount: orderOnce(({ order }) => units(order.lineItems.length)),
  RefundsCount: orderOnce(({ order }) => units(order.refunds.length)),

  CustomerName: orderText(({ order }) => order.customer?.displayName),
  CustomerFirstName: orderText(({ order }) => order.customer?.firstName),
  CustomerLastName: orderText(({ order }) => order.customer?.lastName),
  CustomerEmail: orderText(({ order }) => order.customer?.defaultEmailAddress?.emailAddress),
  CustomerPhone: orderText(({ order }) => order.customer?.defaultPhoneNumber?.phoneNumber),
  CustomerTags: orderText(({ order }) => order.customer?.tags.join(", ")),
  CustomerId: orderText(({ order }) => order.customer?.legacyResourceId),
  ...address("Shipping", ({ shippingAddress }) => shippingAddress),
  ...address("Billing", ({ billingAddress }) => billingAddress),

  ShippingMethod: orderJoin(({ order }) =>
    order.shippingLines.filter(({ isRemoved }) => !isRemoved).map(({ title }) => title),
  ),
  TrackingNumber: orderJoin(({ order }) => parcels(order).map(({ number }) => number)),
  TrackingCompany: orderJoin(({ order }) => parcels(order).map(({ company }) => company)),
  TrackingUrl: orderJoin(({ order }) => parcels(order).map(({ url }) => url), "\n"),
};
