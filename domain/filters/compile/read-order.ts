import { lineFulfillmentLabel } from "../../orders/fulfillment-status.ts";
import type { Address, Attribute, LineItem, Order } from "../../orders/order.ts";
import { refundMoment } from "../../orders/refunds.ts";
import { sentFulfillmentFields, sentFulfillments } from "../../orders/sent-fulfillments.ts";
import { dayNumberOfClock } from "../days.ts";
import { SieverCode } from "../sievers.ts";

type Texts = readonly (string | null | undefined)[];
type Read<T> = (order: Order, line: LineItem) => T;

/** Data that a siever reads. `fields`: paths below Order. */
export type SieverReader = { fields: readonly string[] } & (
  | { kind: "texts"; read: Read<Texts> }
  | { kind: "attributes"; read: Read<readonly Attribute[]> }
  | { kind: "number"; read: Read<string | number | null | undefined> }
  /** `clock`: from an instant in ms to the shop's clock time. */
  | { kind: "days"; read: (order: Order, line: LineItem, clock: (moment: number) => number) => readonly number[] }
);

const none: readonly never[] = [];
const filled = (text: string | null | undefined): boolean => text !== null && text !== undefined && text.trim() !== "";

const addressParts = (part: string): string[] =>
  ["shippingAddress", "billingAddress", "customer.defaultAddress"].map((address) => `${address}.${part}`);

/** Finds an address in the order of R-20. */
const firstAddress = (order: Order, says: (address: Address) => boolean): Address | undefined => {
  for (const address of [order.shippingAddress, order.billingAddress, order.customer?.defaultAddress])
    if (address && says(address)) return address;
  return undefined;
};

/** Lines of a canceled fulfillment are assigned again. */
const locationsOf = (order: Order): Texts => {
  if (filled(order.retailLocation?.name)) return [order.retailLocation?.name];
  const fulfilled = order.fulfillments?.map(({ location }) => location?.name) ?? none;
  const assigned = order.fulfillmentOrders?.map(({ assignedLocation }) => assignedLocation?.name) ?? none;
  return [...fulfilled, ...assigned];
};

const refundDays = (order: Order, line: LineItem, clock: (moment: number) => number): readonly number[] => {
  if (order.refunds === undefined || order.refunds.length === 0) return none;
  return order.refunds
    .filter(({ refundLineItems }) => refundLineItems?.some(({ lineItem }) => lineItem?.id === line.id))
    .map(refundMoment)
    .filter((moment) => !Number.isNaN(moment))
    .map((moment) => dayNumberOfClock(clock(moment)));
};

const shopAmount = (
  field: "totalPriceSet" | "subtotalPriceSet" | "totalDiscountsSet" | "totalShippingPriceSet",
): SieverReader => ({
  kind: "number",
  fields: [`${field}.shopMoney.amount`],
  read: (order) => order[field]?.shopMoney.amount,
});

const toYesNo = (is: boolean): Texts => [is ? "yes" : "no"];

const product = (...parts: string[]): string[] => parts.map((part) => `lineItems.nodes.product.${part}`);
const line = (...parts: string[]): string[] => parts.map((part) => `lineItems.nodes.${part}`);

export const sieverReaders: Readonly<Record<SieverCode, SieverReader>> = {
  [SieverCode.SalesChannel]: {
    kind: "texts",
    fields: ["attribution.displayName", "attribution.handle"],
    read: ({ attribution }) => (attribution ? [attribution.displayName, attribution.handle] : none),
  },
  [SieverCode.OrderTags]: { kind: "texts", fields: ["tags"], read: ({ tags }) => tags ?? none },
  [SieverCode.Location]: {
    kind: "texts",
    fields: ["retailLocation.name", "fulfillments.location.name", "fulfillmentOrders.nodes.assignedLocation.name"],
    read: locationsOf,
  },
  [SieverCode.NoteAttributes]: {
    kind: "attributes",
    fields: ["customAttributes.key", "customAttributes.value"],
    read: ({ customAttributes }) => customAttributes ?? none,
  },
  [SieverCode.TotalWeight]: { kind: "number", fields: ["totalWeight"], read: ({ totalWeight }) => totalWeight },
  [SieverCode.OrderNumber]: { kind: "number", fields: ["number"], read: (order) => order.number },
  [SieverCode.OrderTotal]: shopAmount("totalPriceSet"),
  [SieverCode.Subtotal]: shopAmount("subtotalPriceSet"),
  [SieverCode.DiscountAmount]: shopAmount("totalDiscountsSet"),
  [SieverCode.ShippingCharged]: shopAmount("totalShippingPriceSet"),
  [SieverCode.Currency]: {
    kind: "texts",
    fields: ["presentmentCurrencyCode"],
    read: (order) => [order.presentmentCurrencyCode],
  },
  [SieverCode.PaymentGateway]: {
    kind: "texts",
    fields: ["paymentGatewayNames"],
    read: ({ paymentGatewayNames }) => paymentGatewayNames ?? none,
  },
  [SieverCode.ShippingMethod]: {
    kind: "texts",
    fields: ["shippingLines.nodes.title"],
    read: ({ shippingLines }) => shippingLines?.map(({ title }) => title) ?? none,
  },
  [SieverCode.Source]: { kind: "texts", fields: ["sourceName"], read: ({ sourceName }) => [sourceName] },
  [SieverCode.Note]: { kind: "texts", fields: ["note"], read: ({ note }) => [note] },
  [SieverCode.TestOrder]: { kind: "texts", fields: ["test"], read: ({ test }) => toYesNo(test === true) },
  [SieverCode.CancelReason]: { kind: "texts", fields: ["cancelReason"], read: ({ cancelReason }) => [cancelReason] },
  [SieverCode.FulfillmentDate]: {
    kind: "days",
    fields: sentFulfillmentFields,
    read: (order, _, clock): readonly number[] =>
      sentFulfillments(order).flatMap(({ createdAt }) =>
        createdAt === undefined ? [] : [dayNumberOfClock(clock(Date.parse(createdAt)))],
      ),
  },
  [SieverCode.TrackingNumber]: {
    kind: "texts",
    fields: ["fulfillments.trackingInfo.number", ...sentFulfillmentFields],
    read: (order) =>
      sentFulfillments(order).flatMap(({ trackingInfo }) => (trackingInfo ?? none).map((parcel) => parcel.number)),
  },
  [SieverCode.LineFulfillmentStatus]: {
    kind: "texts",
    fields: line(
      "quantity",
      "currentQuantity",
      "unfulfilledQuantity",
      "nonFulfillableQuantity",
      "requiresShipping",
      "isGiftCard",
    ),
    read: (_, item) => [lineFulfillmentLabel(item)],
  },
  [SieverCode.DiscountCodes]: {
    kind: "texts",
    fields: ["discountCodes"],
    read: ({ discountCodes }) => discountCodes ?? none,
  },
  [SieverCode.Properties]: {
    kind: "attributes",
    fields: line("customAttributes.key", "customAttributes.value"),
    read: (_, { customAttributes }) => customAttributes ?? none,
  },
  [SieverCode.Quantity]: { kind: "number", fields: line("quantity"), read: (_, { quantity }) => quantity },
  [SieverCode.RefundDate]: {
    kind: "days",
    fields: [...line("id"), "refunds.createdAt", "refunds.processedAt", "refunds.refundLineItems.nodes.lineItem.id"],
    read: refundDays,
  },
  [SieverCode.Price]: {
    kind: "number",
    fields: line("originalUnitPriceSet.shopMoney.amount"),
    read: (_, { originalUnitPriceSet }) => originalUnitPriceSet?.shopMoney.amount,
  },
  [SieverCode.Vendor]: { kind: "texts", fields: line("vendor"), read: (_, { vendor }) => [vendor] },
  [SieverCode.ProductTags]: {
    kind: "texts",
    fields: product("tags"),
    read: (_, { product: own }) => own?.tags ?? none,
  },
  [SieverCode.ProductTypes]: {
    kind: "texts",
    fields: product("productType"),
    read: (_, { product: own }) => [own?.productType],
  },
  [SieverCode.ProductTitle]: { kind: "texts", fields: line("title"), read: (_, { title }) => [title] },
  [SieverCode.UniqueId]: {
    kind: "texts",
    fields: product("legacyResourceId"),
    read: (_, { product: own }) => [own?.legacyResourceId],
  },
  [SieverCode.Sku]: { kind: "texts", fields: line("sku"), read: (_, { sku }) => [sku] },
  [SieverCode.CustomerTags]: {
    kind: "texts",
    fields: ["customer.tags"],
    read: ({ customer }) => customer?.tags ?? none,
  },
  [SieverCode.CustomerOrders]: {
    kind: "number",
    fields: ["customer.numberOfOrders"],
    read: ({ customer }) => customer?.numberOfOrders,
  },
  [SieverCode.CustomerTotalSpent]: {
    kind: "number",
    fields: ["customer.amountSpent.amount"],
    read: ({ customer }) => customer?.amountSpent?.amount,
  },
  [SieverCode.Province]: {
    kind: "texts",
    fields: [...addressParts("province"), ...addressParts("provinceCode")],
    read: (order) => {
      const address = firstAddress(order, ({ province, provinceCode }) => filled(province) || filled(provinceCode));
      return [address?.province, address?.provinceCode];
    },
  },
  [SieverCode.ZipCode]: {
    kind: "texts",
    fields: addressParts("zip"),
    read: (order) => [firstAddress(order, ({ zip }) => filled(zip))?.zip],
  },
  [SieverCode.AcceptsMarketing]: {
    kind: "texts",
    fields: ["customer.defaultEmailAddress.marketingState"],
    read: ({ customer }) => toYesNo(customer?.defaultEmailAddress?.marketingState === "SUBSCRIBED"),
  },
  [SieverCode.Company]: {
    kind: "texts",
    fields: ["purchasingEntity.(PurchasingCompany).company.name", ...addressParts("company")],
    read: ({ purchasingEntity, shippingAddress, billingAddress, customer }) => [
      purchasingEntity?.company?.name,
      shippingAddress?.company,
      billingAddress?.company,
      customer?.defaultAddress?.company,
    ],
  },
  [SieverCode.BillingCountry]: {
    kind: "texts",
    fields: ["billingAddress.country", "billingAddress.countryCodeV2"],
    read: ({ billingAddress }) => [billingAddress?.country, billingAddress?.countryCodeV2],
  },
  [SieverCode.Country]: {
    kind: "texts",
    fields: [...addressParts("country"), ...addressParts("countryCodeV2")],
    read: (order) => {
      const address = firstAddress(order, ({ country, countryCodeV2 }) => filled(country) || filled(countryCodeV2));
      return [address?.country, address?.countryCodeV2];
    },
  },
  [SieverCode.City]: {
    kind: "texts",
    fields: addressParts("city"),
    read: (order) => [firstAddress(order, ({ city }) => filled(city))?.city],
  },
  [SieverCode.Email]: {
    kind: "texts",
    fields: ["email", "customer.defaultEmailAddress.emailAddress"],
    read: ({ email, customer }) => [filled(email) ? email : customer?.defaultEmailAddress?.emailAddress],
  },
};
