import type { DemoAddress, DemoLineItem, DemoOrder } from "#demo-store/generate/types.ts";
import { fulfillmentOfLine } from "./columns.ts";
import type { Standing } from "./filter-values.ts";
import { dateShown } from "./local-time.ts";

/**
 * R-20 and the table of S-1.3, implemented a second time: the values that each siever finds on a demo order or one of
 * its lines.
 */

export type OrderField = { level: "order"; name: string; read: (order: DemoOrder, zone: string) => Standing };
export type LineField = {
  level: "line";
  name: string;
  read: (order: DemoOrder, line: DemoLineItem, zone: string) => Standing;
};

type Maybe = string | null | undefined;
const texts = (...values: Maybe[]): Standing => ({
  kind: "texts",
  texts: values.filter((value): value is string => value !== null && value !== undefined),
});
const number = (value: string): Standing => ({ kind: "number", number: value });
const pairs = (attributes: { key: string; value: string | null }[]): Standing => ({
  kind: "pairs",
  pairs: attributes.map(({ key, value }) => ({ name: key, value: value ?? "" })),
});

/** The point of sale, else every place that sent something of the order or is to send it. */
const placesOf = (order: DemoOrder): string[] => {
  if (order.retailLocation) return [order.retailLocation.name];
  return [
    ...order.fulfillments.map(({ location }) => location.name),
    ...order.fulfillmentOrders.map(({ assignedLocation }) => assignedLocation.name),
  ];
};

/** The order's destination. An order without shipping belongs to the payer's place, else to the customer's. */
const addressOf = (order: DemoOrder): DemoAddress | null | undefined =>
  order.shippingAddress ?? order.billingAddress ?? order.customer?.defaultAddress;

/** Shipments that were not canceled. */
const parcelsOf = (order: DemoOrder) => order.fulfillments.filter(({ status }) => status !== "CANCELLED");

/** `not eligible` is another spelling of `not_eligible`. */
const fulfillmentWords = (line: DemoLineItem): Standing => {
  const word = fulfillmentOfLine(line);
  return word === "not_eligible" ? texts(word, "not eligible") : texts(word);
};

const refundDays = (order: DemoOrder, line: DemoLineItem, zone: string): Standing => ({
  kind: "days",
  days: order.refunds
    .filter(({ refundLineItems }) => refundLineItems.some(({ lineItem }) => lineItem.id === line.id))
    .map(({ createdAt }) => dateShown(Date.parse(createdAt), zone)),
});

const ofOrder = (name: string, read: OrderField["read"]): OrderField => ({ level: "order", name, read });
const ofLine = (name: string, read: LineField["read"]): LineField => ({ level: "line", name, read });

/** By the codes of the wire. 5004 and 5005 are missing: the generated orders don't hold a customer's totals. */
export const filterFields: Readonly<Record<number, OrderField | LineField>> = {
  1000: ofOrder("Sales Channel", ({ attribution }) => texts(attribution?.displayName, attribution?.handle)),
  1001: ofOrder("Tags (Order)", ({ tags }) => ({ kind: "tags", texts: tags })),
  1002: ofOrder("Location", (order) => texts(...placesOf(order))),
  1003: ofOrder("Note Attributes", ({ customAttributes }) => pairs(customAttributes)),
  1004: ofOrder("Total Weight grams", ({ totalWeight }) => number(totalWeight)),
  1005: ofOrder("Order Number", (order) => number(String(order.number))),
  1006: ofOrder("Order Total", ({ totalPriceSet }) => number(totalPriceSet.shopMoney.amount)),
  1007: ofOrder("Subtotal", ({ subtotalPriceSet }) => number(subtotalPriceSet.shopMoney.amount)),
  1008: ofOrder("Discount Amount", ({ totalDiscountsSet }) => number(totalDiscountsSet.shopMoney.amount)),
  1009: ofOrder("Shipping Charged", ({ totalShippingPriceSet }) => number(totalShippingPriceSet.shopMoney.amount)),
  1010: ofOrder("Currency", ({ presentmentCurrencyCode }) => texts(presentmentCurrencyCode)),
  1011: ofOrder("Payment Gateway", ({ paymentGatewayNames }) => texts(...paymentGatewayNames)),
  1013: ofOrder("Shipping Method", ({ shippingLines }) => texts(...shippingLines.map(({ title }) => title))),
  1015: ofOrder("Source", ({ sourceName }) => texts(sourceName)),
  1016: ofOrder("Note", ({ note }) => texts(note)),
  1017: ofOrder("Test Order", ({ test }) => texts(test ? "yes" : "no")),
  1020: ofOrder("Cancel Reason", ({ cancelReason }) => texts(cancelReason?.toLowerCase())),
  1021: ofOrder("Fulfillment Date", (order, zone) => ({
    kind: "days",
    days: parcelsOf(order).map(({ createdAt }) => dateShown(Date.parse(createdAt), zone)),
  })),
  1022: ofOrder("Tracking Number", (order) =>
    texts(...parcelsOf(order).flatMap(({ trackingInfo }) => trackingInfo.map((parcel) => parcel.number))),
  ),
  2000: ofLine("Fulfillment Status", (_order, line) => fulfillmentWords(line)),
  2001: ofLine("Discount Codes", ({ discountCodes }) => texts(...discountCodes)),
  2002: ofLine("Properties", (_order, { customAttributes }) => pairs(customAttributes)),
  2003: ofLine("Quantity", (_order, { quantity }) => number(String(quantity))),
  2004: ofLine("Refund Date", refundDays),
  2005: ofLine("Price", (_order, { originalUnitPriceSet }) => number(originalUnitPriceSet.shopMoney.amount)),
  3000: ofLine("Vendor", (_order, { vendor }) => texts(vendor)),
  3001: ofLine("Tags (Product)", (_order, { product }) => texts(...(product?.tags ?? []))),
  3002: ofLine("Types", (_order, { product }) => texts(product?.productType)),
  3003: ofLine("Title", (_order, { title }) => texts(title)),
  3004: ofLine("Unique Id", (_order, { product }) => texts(product?.legacyResourceId)),
  4000: ofLine("SKU", (_order, { sku }) => texts(sku)),
  5000: ofOrder("Tags (Customer)", ({ customer }) => texts(...(customer?.tags ?? []))),
  5001: ofOrder("Country", (order) => texts(addressOf(order)?.country, addressOf(order)?.countryCodeV2)),
  5002: ofOrder("City", (order) => texts(addressOf(order)?.city)),
  5006: ofOrder("Province", (order) => texts(addressOf(order)?.province, addressOf(order)?.provinceCode)),
  5007: ofOrder("ZIP Code", (order) => texts(addressOf(order)?.zip)),
  5008: ofOrder("Accepts Marketing", ({ customer }) =>
    texts(customer?.defaultEmailAddress?.marketingState === "SUBSCRIBED" ? "yes" : "no"),
  ),
  5009: ofOrder("Company", ({ purchasingEntity, shippingAddress, billingAddress, customer }) =>
    texts(
      purchasingEntity?.__typename === "PurchasingCompany" ? purchasingEntity.company.name : null,
      shippingAddress?.company,
      billingAddress?.company,
      customer?.defaultAddress?.company,
    ),
  ),
  5010: ofOrder("Billing Country", ({ billingAddress }) =>
    texts(billingAddress?.country, billingAddress?.countryCodeV2),
  ),
  5003: ofOrder("Email", ({ email, customer }) => texts(email ?? customer?.defaultEmailAddress?.emailAddress)),
};
