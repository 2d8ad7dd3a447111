import { fraction } from "./random.ts";

/**
 * Ids grow with the order's index and can be mapped back to it, so `node(id:)` needs no table. A part's id is base +
 * the order's index times 4096 + the part's position.
 */
const POSITIONS = 4096;
const ORDERS = 5_800_000_000_000;
const GAP = 1024;

const BASES = {
  LineItem: 14_000_000_000_000,
  Refund: 900_000_000_000,
  RefundLineItem: 700_000_000_000,
  RefundShippingLine: 710_000_000_000,
  OrderAdjustment: 720_000_000_000,
  OrderTransaction: 7_200_000_000_000,
  TransactionFee: 7_300_000_000_000,
  Fulfillment: 5_200_000_000_000,
  FulfillmentLineItem: 13_000_000_000_000,
  FulfillmentEvent: 12_000_000_000_000,
  FulfillmentOrder: 6_700_000_000_000,
  DeliveryMethod: 1_500_000_000_000,
  ShippingLine: 4_800_000_000_000,
  MailingAddress: 3_300_000_000_000,
  CustomerVisit: 2_500_000_000_000,
  Duty: 2_000_000_000_000,
  AdditionalFee: 2_100_000_000_000,
  LineItemGroup: 2_200_000_000_000,
  SalesAgreement: 16_000_000_000_000,
  Sale: 19_000_000_000_000,
  Metafield: 30_000_000_000_000,
} as const;
export type OrderPart = keyof typeof BASES;

export const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

/** Numeric id of an order: unique, and growing with the index. */
export const orderNumberId = (seed: number, index: number): number =>
  ORDERS + index * GAP + Math.floor(fraction(seed, index, 3) * GAP);

/** Index of the order with an id; -1 if it isn't an order's id. */
export const indexOfOrderId = (seed: number, id: number): number => {
  const index = Math.floor((id - ORDERS) / GAP);
  return index >= 0 && index < 100_000_000 && orderNumberId(seed, index) === id ? index : -1;
};

/** Numeric id of an order's n-th part of its kind. */
export const partId = (type: OrderPart, index: number, position: number): number =>
  BASES[type] + index * POSITIONS + position;

/** Index of a part's order; -1 if the id isn't a part's. */
export const orderIndexOfPart = (type: OrderPart, id: number): number => {
  const rest = id - BASES[type];
  return rest >= 0 ? Math.floor(rest / POSITIONS) : -1;
};

export const isOrderPart = (type: string): type is OrderPart => type in BASES;

/** Catalogue ids are these bases plus a multiple of the position in the catalogue. */
export const CATALOGUE_BASES = {
  Product: 8_100_000_000_000,
  ProductVariant: 44_000_000_000_000,
  InventoryItem: 46_000_000_000_000,
  Collection: 400_000_000_000,
  MediaImage: 33_000_000_000_000,
  Customer: 7_100_000_000_000,
  Location: 70_000_000_000,
  Metafield: 31_000_000_000_000,
} as const;

/** Customer ids are not consecutive. */
export const customerId = (customer: number): number => CATALOGUE_BASES.Customer + customer * 37;
export const customerOfId = (id: number): number => {
  const position = (id - CATALOGUE_BASES.Customer) / 37;
  return Number.isInteger(position) && position >= 0 ? position : -1;
};
