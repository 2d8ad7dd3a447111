import { orderAt } from "../generate/order.ts";
import type { DemoShop } from "../generate/shops.ts";
import type { DemoOrder } from "../generate/types.ts";

/**
 * Fields that most searches need. Texts are in lower case, except `fulfillment`, which is the platform's enum value.
 * Cached per order, so a repeated search generates no orders. Equal texts and lists are stored once.
 */
export type SearchRecord = {
  updatedAt: number;
  financial: string;
  fulfillment: string;
  closed: boolean;
  cancelled: boolean;
  test: boolean;
  tags: readonly string[];
  channel: string;
  channelName: string;
  source: string;
  retailLocation: string;
  fulfillmentLocations: readonly string[];
  currentTotal: number;
  total: number;
  units: number;
  grams: number;
};

/** Rarely searched fields, computed on each read. */
export type SearchDetails = {
  name: string;
  email: string;
  tags: readonly string[];
  skus: readonly string[];
  customer: string;
  customerName: string;
  country: string;
  discountCode: string;
  gateways: readonly string[];
  confirmation: string;
  poNumber: string;
  risks: readonly string[];
  returns: string;
  delivery: readonly string[];
  last4: readonly string[];
  payments: readonly string[];
  metafields: readonly string[];
};

const lower = (text: string | null | undefined): string => (text ?? "").toLowerCase();
const list = <T>(items: readonly T[], textOf: (item: T) => string): readonly string[] =>
  items.map(textOf).filter((text) => text !== "");

const texts = new Map<string, string>();
const lists = new Map<string, readonly string[]>();
const MAX_INTERNED = 20_000;

const internText = (text: string): string => {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < MAX_INTERNED) texts.set(text, text);
  return text;
};
const internList = (items: readonly string[]): readonly string[] => {
  const key = items.join("\n");
  const known = lists.get(key);
  if (known) return known;
  if (lists.size < MAX_INTERNED) lists.set(key, items);
  return items;
};

export const searchRecordOf = (order: DemoOrder): SearchRecord => ({
  updatedAt: Date.parse(order.updatedAt),
  financial: internText(lower(order.displayFinancialStatus)),
  fulfillment: order.displayFulfillmentStatus,
  closed: order.closed,
  cancelled: order.cancelledAt !== null,
  test: order.test,
  tags: internList(list(order.tags, lower)),
  channel: internText(lower(order.attribution?.handle)),
  channelName: internText(lower(order.attribution?.displayName)),
  source: internText(lower(order.sourceName)),
  retailLocation: order.retailLocation?.legacyResourceId ?? "",
  fulfillmentLocations: internList(list(order.fulfillments, (one) => one.location.legacyResourceId)),
  currentTotal: Number(order.currentTotalPriceSet.shopMoney.amount),
  total: Number(order.totalPriceSet.shopMoney.amount),
  units: order.subtotalLineItemsQuantity,
  grams: Number(order.totalWeight),
});

export const searchDetailsOf = (order: DemoOrder): SearchDetails => ({
  name: lower(order.name),
  email: lower(order.email),
  tags: list(order.tags, lower),
  skus: list(order.lineItems, (line) => lower(line.sku)),
  customer: order.customer?.legacyResourceId ?? "",
  customerName: lower(order.customer?.displayName),
  country: lower(order.shippingAddress?.country),
  discountCode: lower(order.discountCode),
  gateways: list(order.paymentGatewayNames, lower),
  confirmation: lower(order.confirmationNumber),
  poNumber: lower(order.poNumber),
  risks: list(order.risk.assessments, (one) => lower(one.riskLevel)),
  returns: lower(order.returnStatus),
  delivery: list(order.fulfillmentOrders, (one) => lower(one.deliveryMethod.methodType).replace("_", "-")),
  last4: list(order.transactions, (one) => one.paymentDetails?.number.slice(-4) ?? ""),
  payments: list(order.transactions, (one) => lower(one.paymentId)),
  metafields: list(order.metafields, (one) => `${one.namespace}.${one.key}\n${one.value}`.toLowerCase()),
});

export const searchDetailsAt = (shop: DemoShop, index: number): SearchDetails => searchDetailsOf(orderAt(shop, index));

const recordsOfShop = new WeakMap<DemoShop, (SearchRecord | undefined)[]>();

export const searchRecordAt = (shop: DemoShop, index: number): SearchRecord => {
  let all = recordsOfShop.get(shop);
  if (!all) {
    all = [];
    recordsOfShop.set(shop, all);
  }
  const known = all[index];
  if (known) return known;
  const record = searchRecordOf(orderAt(shop, index));
  all[index] = record;
  return record;
};
