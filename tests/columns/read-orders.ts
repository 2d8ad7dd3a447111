import { readdirSync, readFileSync } from "node:fs";

/** The part of the fixed orders that their own tests read. The files contain more, with the platform's names. */
export type Money = { shopMoney: { amount: string; currencyCode: string } };
export type Tax = { title: string; rate: number; priceSet: Money };
export type FixedLine = {
  id: string;
  name: string;
  title: string;
  quantity: number;
  currentQuantity: number;
  unfulfilledQuantity: number;
  nonFulfillableQuantity: number;
  originalUnitPriceSet: Money;
  originalTotalSet: Money;
  discountAllocations: { allocatedAmountSet: Money; discountApplication: { index: number } }[];
  taxLines: Tax[];
  duties: { price: Money }[];
  weight: { value: number; unit: string } | null;
  product: { legacyResourceId: string; title: string } | null;
  variant: { legacyResourceId: string } | null;
  customAttributes: { key: string; value: string | null }[];
  lineItemGroup: { id: string; title: string; quantity: number } | null;
};
type FixedRefund = {
  id: string;
  totalRefundedSet: Money;
  refundLineItems: {
    id: string;
    quantity: number;
    subtotalSet: Money;
    totalTaxSet: Money;
    lineItem: { id: string };
  }[];
  refundShippingLines: { id: string; subtotalAmountSet: Money; taxAmountSet: Money; shippingLine: { id: string } }[];
  orderAdjustments: { id: string; amountSet: Money; taxAmountSet: Money }[];
  duties: { amountSet: Money; originalDuty: { id: string } }[];
  transactions: { id: string }[];
};
export type FixedFulfillment = {
  id: string;
  name: string;
  status: string;
  totalQuantity: number;
  fulfillmentOrders: { id: string }[];
  fulfillmentLineItems: { id: string; quantity: number; lineItem: { id: string } }[];
};
export type FixedOrder = {
  id: string;
  legacyResourceId: string;
  name: string;
  createdAt: string;
  taxesIncluded: boolean;
  customAttributes: { key: string; value: string | null }[];
  subtotalPriceSet: Money;
  currentSubtotalPriceSet: Money;
  totalPriceSet: Money;
  currentTotalPriceSet: Money;
  totalTaxSet: Money | null;
  currentTotalTaxSet: Money;
  totalDiscountsSet: Money;
  totalShippingPriceSet: Money;
  totalTipReceivedSet: Money;
  originalTotalDutiesSet: Money | null;
  originalTotalAdditionalFeesSet: Money | null;
  totalReceivedSet: Money;
  totalRefundedSet: Money;
  totalRefundedShippingSet: Money;
  netPaymentSet: Money;
  totalWeight: string | null;
  taxLines: Tax[];
  discountApplications: { index: number }[];
  lineItems: FixedLine[];
  shippingLines: { id: string; originalPriceSet: Money; discountedPriceSet: Money; taxLines: Tax[] }[];
  refunds: FixedRefund[];
  transactions: {
    id: string;
    kind: string;
    status: string;
    amountSet: Money;
    parentTransaction: { id: string } | null;
  }[];
  fulfillments: FixedFulfillment[];
  fulfillmentOrders: { id: string; lineItems: { id: string; lineItem: { id: string } }[] }[];
  customer: {
    id: string;
    orders: { id: string; name: string; createdAt: string; cancelledAt: string | null; test: boolean }[];
  } | null;
};

/** The 30 fixed orders of `orders/`, in the order of their names. */
export const readOrders = (): FixedOrder[] => {
  const folder = new URL("orders/", import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as FixedOrder);
};

/** Fulfillments that count. Cancelled or failed ones were never sent. */
export const sentFulfillments = (order: FixedOrder): FixedFulfillment[] =>
  order.fulfillments.filter(({ status }) => status === "SUCCESS");

/** Days of delivery as the fixed orders write them, and as a report shows them. */
const days: Readonly<Record<string, string>> = {
  "2026-10-12": "2026-10-12",
  "Mon, 12 Oct 2026": "2026-10-12",
  "2026-12-24": "2026-12-24",
  Friday: "Friday",
};

/** The day of delivery that a line was ordered for, else its order; null without one. */
export const deliveryDay = (line: FixedLine, order: FixedOrder): string | null => {
  const properties = [...line.customAttributes, ...order.customAttributes];
  const written = properties.find(({ key }) => /^_?delivery[ _](date|day)$/i.test(key))?.value;
  return written ? (days[written] ?? null) : null;
};
