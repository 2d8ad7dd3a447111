import type { Address, Customer, LineItem, MoneyBag, Order } from "../orders/order.ts";
import type { CellContext } from "./definition.ts";

export const money = (amount: string): MoneyBag => ({ shopMoney: { amount } });

export const context: CellContext = {
  period: { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" },
  adminUrl: "https://aurora-demo.example/admin",
  ianaTimezone: "Europe/Athens",
  currencyDecimals: 2,
  weightUnit: "KILOGRAMS",
};

/** Two blue mugs, sent, one of them refunded. */
export const mugs: LineItem = {
  id: "gid://shopify/LineItem/1",
  title: "Mug",
  variantTitle: "Blue / M",
  sku: "MUG-1",
  vendor: "Kiln",
  quantity: 2,
  currentQuantity: 1,
  unfulfilledQuantity: 0,
  nonFulfillableQuantity: 0,
  requiresShipping: true,
  isGiftCard: false,
  originalUnitPriceSet: money("12.5"),
  originalTotalSet: money("25.0"),
  taxLines: [{ priceSet: money("1.1") }, { priceSet: money("2.2") }],
  image: { url: "https://cdn.example/blue.png" },
  product: {
    id: "gid://shopify/Product/1",
    productType: "Tableware",
    featuredMedia: { preview: { image: { url: "https://cdn.example/mug.png" } } },
  },
  variant: { id: "gid://shopify/ProductVariant/1", barcode: "0012345" },
};

/** A poster whose product was deleted, without options, SKU or taxes; not sent. */
export const poster: LineItem = {
  id: "gid://shopify/LineItem/2",
  title: "Poster",
  variantTitle: null,
  sku: null,
  vendor: "Kiln",
  quantity: 1,
  currentQuantity: 1,
  unfulfilledQuantity: 1,
  nonFulfillableQuantity: 0,
  requiresShipping: true,
  isGiftCard: false,
  originalUnitPriceSet: money("7.25"),
  originalTotalSet: money("7.25"),
  taxLines: [],
  image: null,
  product: null,
  variant: null,
};

/** An edit of the order removed this line (P-7.1). */
export const removed: LineItem = {
  ...poster,
  id: "gid://shopify/LineItem/3",
  title: "Candle",
  currentQuantity: 0,
  unfulfilledQuantity: 0,
  nonFulfillableQuantity: 1,
  originalUnitPriceSet: money("3.0"),
  originalTotalSet: money("3.0"),
};

/** In a country without provinces. */
export const athens: Address = {
  name: "Ada L",
  firstName: "Ada",
  lastName: "L",
  company: null,
  address1: "1 Main St",
  address2: "Bell 4",
  city: "Αθήνα",
  zip: "104 31",
  province: null,
  provinceCode: null,
  country: "Greece",
  countryCodeV2: "GR",
  phone: "+30 210 1234567",
  formatted: ["1 Main St", "Bell 4", "104 31 Αθήνα", "Greece"],
  latitude: 37.9838,
  longitude: 23.7275,
};

/** Ordered in September, and once in August as a test. */
export const ada: Customer = {
  id: "gid://shopify/Customer/1",
  legacyResourceId: "1",
  displayName: "Ada L",
  firstName: "Ada",
  lastName: "L",
  tags: ["wholesale", "=vip"],
  note: "Pays\nlate",
  defaultEmailAddress: { emailAddress: "ada@home.example", marketingState: "SUBSCRIBED" },
  defaultPhoneNumber: { phoneNumber: "+302101234567" },
  numberOfOrders: "3",
  amountSpent: { amount: "120.50" },
  orders: [
    {
      id: "gid://shopify/Order/1001",
      createdAt: "2026-10-20T14:05:00Z",
      cancelledAt: "2026-11-02T08:00:00Z",
      test: false,
    },
    { id: "gid://shopify/Order/902", createdAt: "2026-09-01T10:00:00Z", cancelledAt: null, test: false },
    { id: "gid://shopify/Order/901", createdAt: "2026-08-01T10:00:00Z", cancelledAt: null, test: true },
  ],
};

/** Sets all fields: three lines, two refunds (October and November), three fulfillments, one of them cancelled. */
export const fullOrder: Order = {
  id: "gid://shopify/Order/1001",
  legacyResourceId: "1001",
  name: "#1001",
  createdAt: "2026-10-20T14:05:00Z",
  cancelledAt: "2026-11-02T08:00:00Z",
  cancelReason: "CUSTOMER",
  email: "ada@example.com",
  note: "Ring twice\nplease",
  tags: ["vip", "gift"],
  displayFinancialStatus: "PARTIALLY_REFUNDED",
  displayFulfillmentStatus: "PARTIALLY_FULFILLED",
  currencyCode: "EUR",
  totalPriceSet: money("40.55"),
  totalTaxSet: money("3.3"),
  totalDiscountsSet: money("0.0"),
  totalShippingPriceSet: money("5.0"),
  totalRefundedSet: money("17.5"),
  currentTotalPriceSet: money("23.05"),
  attribution: { displayName: "Online Store" },
  customer: ada,
  shippingAddress: athens,
  billingAddress: { ...athens, company: "Kiln AE" },
  lineItems: [mugs, poster, removed],
  refunds: [
    {
      id: "gid://shopify/Refund/1",
      processedAt: "2026-10-31T23:59:59Z",
      totalRefundedSet: money("5.0"),
      refundLineItems: [],
    },
    {
      id: "gid://shopify/Refund/2",
      processedAt: "2026-11-01T00:00:00Z",
      totalRefundedSet: money("12.5"),
      refundLineItems: [{ quantity: 1, subtotalSet: money("12.5"), lineItem: { id: mugs.id } }],
    },
  ],
  fulfillments: [
    {
      id: "gid://shopify/Fulfillment/1",
      status: "SUCCESS",
      trackingInfo: [{ number: "T1" }, { number: "T2" }],
      fulfillmentLineItems: [{ quantity: 1, lineItem: { id: mugs.id } }],
    },
    {
      id: "gid://shopify/Fulfillment/2",
      status: "CANCELLED",
      trackingInfo: [{ number: "T9" }],
      fulfillmentLineItems: [{ quantity: 2, lineItem: { id: mugs.id } }],
    },
    {
      id: "gid://shopify/Fulfillment/3",
      status: "SUCCESS",
      trackingInfo: [{ number: "T2" }, { number: null }],
      fulfillmentLineItems: [{ quantity: 1, lineItem: { id: mugs.id } }],
    },
  ],
};

/** A guest's order at the point of sale: every optional value is missing. */
export const bareOrder: Order = {
  id: "gid://shopify/Order/1002",
  legacyResourceId: "1002",
  name: "#1002",
  createdAt: "2026-11-20T14:05:00Z",
  cancelledAt: null,
  cancelReason: null,
  email: null,
  note: "",
  tags: [],
  displayFinancialStatus: null,
  displayFulfillmentStatus: "UNFULFILLED",
  currencyCode: "EUR",
  totalPriceSet: money("7.25"),
  totalTaxSet: null,
  totalDiscountsSet: null,
  totalShippingPriceSet: money("0.0"),
  totalRefundedSet: money("0.0"),
  currentTotalPriceSet: money("7.25"),
  attribution: null,
  customer: null,
  shippingAddress: null,
  billingAddress: null,
  lineItems: [poster],
  refunds: [],
  fulfillments: [],
};
