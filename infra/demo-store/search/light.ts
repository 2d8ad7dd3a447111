import { orderAt } from "../generate/order.ts";
import type { DemoShop } from "../generate/shops.ts";
import type { DemoOrder } from "../generate/types.ts";

/** What searches look at, kept per order so that a second search makes no orders. Texts are in lower case. */
export type Light = {
  updatedAt: number;
  financial: string;
  fulfillment: string;
  closed: boolean;
  cancelled: boolean;
  test: boolean;
  name: string;
  email: string;
  tags: readonly string[];
  skus: readonly string[];
  channel: string;
  channelName: string;
  source: string;
  retailLocation: string;
  fulfillmentLocations: readonly string[];
  customer: string;
  customerName: string;
  country: string;
  discountCode: string;
  gateways: readonly string[];
  confirmation: string;
  poNumber: string;
  currentTotal: number;
  total: number;
  units: number;
  grams: number;
  risks: readonly string[];
  returns: string;
  delivery: readonly string[];
  last4: readonly string[];
  payments: readonly string[];
  metafields: readonly string[];
};

const NONE: readonly string[] = [];
const lower = (text: string | null | undefined): string => (text ?? "").toLowerCase();
const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);
const list = <T>(items: readonly T[], textOf: (item: T) => string): readonly string[] =>
  items.length === 0 ? NONE : items.map(textOf).filter((text) => text !== "");

export const lightOf = (order: DemoOrder): Light => ({
  updatedAt: Date.parse(order.updatedAt),
  financial: lower(order.displayFinancialStatus),
  fulfillment: order.displayFulfillmentStatus,
  closed: order.closed,
  cancelled: order.cancelledAt !== null,
  test: order.test,
  name: lower(order.name),
  email: lower(order.email),
  tags: list(order.tags, lower),
  skus: list(order.lineItems, (line) => lower(line.sku)),
  channel: lower(order.attribution?.handle),
  channelName: lower(order.attribution?.displayName),
  source: lower(order.sourceName),
  retailLocation: order.retailLocation?.legacyResourceId ?? "",
  fulfillmentLocations: list(order.fulfillments, (one) => one.location.legacyResourceId),
  customer: order.customer?.legacyResourceId ?? "",
  customerName: lower(order.customer?.displayName),
  country: lower(order.shippingAddress?.country),
  discountCode: lower(order.discountCode),
  gateways: list(order.paymentGatewayNames, lower),
  confirmation: lower(order.confirmationNumber),
  poNumber: lower(order.poNumber),
  currentTotal: Number(order.currentTotalPriceSet.shopMoney.amount),
  total: Number(order.totalPriceSet.shopMoney.amount),
  units: order.subtotalLineItemsQuantity,
  grams: Number(order.totalWeight),
  risks: list(order.risk.assessments, (one) => lower(one.riskLevel)),
  returns: lower(order.returnStatus),
  delivery: list(order.fulfillmentOrders, (one) => lower(one.deliveryMethod.methodType).replace("_", "-")),
  last4: list(order.transactions, (one) => one.paymentDetails?.number.slice(-4) ?? ""),
  payments: list(order.transactions, (one) => lower(one.paymentId)),
  metafields: list(order.metafields, (one) => `${one.namespace}.${one.key}\n${one.value}`.toLowerCase()),
});

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

export { numberOf };
