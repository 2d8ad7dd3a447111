import { orderAt } from "../generate/order.ts";
import type { DemoShop } from "../generate/shops.ts";
import type { DemoOrder } from "../generate/types.ts";

/**
 * The fields of most searches, cached per order so that a repeated search generates no orders. They have few distinct values: equal texts and lists
 * are stored once. Texts are in lower case.
 */
export type Light = {
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
export type Detail = {
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
const MOST = 20_000;

/** Interns a text. */
const same = (text: string): string => {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size < MOST) texts.set(text, text);
  return text;
};
const sameList = (items: readonly string[]): readonly string[] => {
  const key = items.join("\n");
  const known = lists.get(key);
  if (known) return known;
  if (lists.size < MOST) lists.set(key, items);
  return items;
};

export const lightOf = (order: DemoOrder): Light => ({
  updatedAt: Date.parse(order.updatedAt),
  financial: same(lower(order.displayFinancialStatus)),
  fulfillment: order.displayFulfillmentStatus,
  closed: order.closed,
  cancelled: order.cancelledAt !== null,
  test: order.test,
  tags: sameList(list(order.tags, lower)),
  channel: same(lower(order.attribution?.handle)),
  channelName: same(lower(order.attribution?.displayName)),
  source: same(lower(order.sourceName)),
  retailLocation: order.retailLocation?.legacyResourceId ?? "",
  fulfillmentLocations: sameList(list(order.fulfillments, (one) => one.location.legacyResourceId)),
  currentTotal: Number(order.currentTotalPriceSet.shopMoney.amount),
  total: Number(order.totalPriceSet.shopMoney.amount),
  units: order.subtotalLineItemsQuantity,
  grams: Number(order.totalWeight),
});

export const detailOf = (order: DemoOrder): Detail => ({
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

export const detailAt = (shop: DemoShop, index: number): Detail => detailOf(orderAt(shop, index));

const kept = new WeakMap<DemoShop, (Light | undefined)[]>();

export const lightAt = (shop: DemoShop, index: number): Light => {
  let all = kept.get(shop);
  if (!all) {
    all = [];
    kept.set(shop, all);
  }
  const known = all[index];
  if (known) return known;
  const light = lightOf(orderAt(shop, index));
  all[index] = light;
  return light;
};
