import type { Order, Refund } from "../orders/order.ts";
import { type OrderScenario, orderScenarios } from "./order-scenarios.ts";
import { computePaymentState, sampleCompany, shippingLineOf, termsOf } from "./payment-state.ts";
import { day, hour, iso, moneyOf, type SampleShop, sum, type ToMoney } from "./sample-shop.ts";
import {
  agreementsOf,
  customerOf,
  emailOf,
  fulfillmentsOf,
  personOf,
  transactionsOf,
  visitOf,
} from "./scenario-parts.ts";
import { type SoldLine, soldLines, taxLinesOf } from "./sold-lines.ts";

const numberOf = (text: string): number => {
  let number = 7;
  for (const character of text) number = (number * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return number;
};

/** `#1010` for the newest. */
const orderNumber = (index: number): number => 1000 + orderScenarios.length - index;
const idOf = (index: number): number => 9_000_000 + orderNumber(index);
const shippingPrice = 490;

/**
 * Makes up orders, newest first, for the preview of a store without any. They include a return, a cancellation,
 * discounts, notes and a sale over the counter, so every column shows something.
 */
export const sampleOrders = (shop: SampleShop): Order[] => {
  const shopOffset = numberOf(shop.seed);
  const newest = Math.floor(Date.parse(shop.now) / day) * day - 3 * hour;
  const made = orderScenarios.map((_, index) => newest - index * 9 * hour);
  return orderScenarios.map((scenario, index) => orderOf(scenario, { shop, shopOffset, index, made }));
};

type Making = { shop: SampleShop; shopOffset: number; index: number; made: readonly number[] };

/** Computes refunded amounts, in hundredths. A canceled order is refunded in full, others for the first line. */
const backOf = (
  { cancelled, returned = 0 }: OrderScenario,
  first: SoldLine | undefined,
  total: number,
  taxesIncluded: boolean,
) => {
  const units = cancelled ? (first?.units ?? 0) : returned;
  if (!first || units === 0) return null;
  const part = (amount: number) => Math.round((amount * units) / first.units);
  const [subtotal, tax] = [part(first.total - first.discount), part(first.tax)];
  return { units, line: first.line, subtotal, tax, all: cancelled ? total : subtotal + (taxesIncluded ? 0 : tax) };
};
type Back = NonNullable<ReturnType<typeof backOf>>;

const refundOf = (scenario: OrderScenario, back: Back, id: number, at: string, money: ToMoney): Refund => ({
  id: `gid://shopify/Refund/${id}`,
  legacyResourceId: String(id),
  createdAt: at,
  processedAt: at,
  note: scenario.cancelled ? "Ordered by mistake" : "Came back",
  totalRefundedSet: money(back.all),
  refundLineItems: [
    {
      id: `gid://shopify/RefundLineItem/${id}`,
      quantity: back.units,
      subtotalSet: money(back.subtotal),
      totalTaxSet: money(back.tax),
      restockType: scenario.cancelled ? "CANCEL" : "RETURN",
      lineItem: { id: back.line.id },
    },
  ],
});

const statusOf = ({ cancelled, paid }: OrderScenario, back: Back | null): string => {
  if (cancelled) return "REFUNDED";
  return back ? "PARTIALLY_REFUNDED" : paid.toUpperCase();
};

const fulfillmentOrderStatus = ({ cancelled, sent }: OrderScenario): string =>
  cancelled ? "CLOSED" : { all: "CLOSED", some: "IN_PROGRESS", none: "OPEN" }[sent];

/** Amounts in hundredths. */
const amountsOf = (sold: readonly SoldLine[], shipping: number, taxesIncluded: boolean) => {
  const subtotal = sum(sold.map(({ total, discount }) => total - discount));
  const tax = sum(sold.map((one) => one.tax));
  const discounts = sum(sold.map(({ discount }) => discount));
  return { subtotal, tax, discounts, shipping, total: subtotal + shipping + (taxesIncluded ? 0 : tax) };
};

const orderOf = (scenario: OrderScenario, { shop, shopOffset, index, made }: Making): Order => {
  const { currencyCode, taxesIncluded } = shop;
  const money = moneyOf(currencyCode);
  const at = made[index] ?? 0;
  const id = idOf(index);
  const person = personOf(scenario, shopOffset);
  const sold = soldLines(scenario, id, shopOffset, shop, money);
  const amounts = amountsOf(sold, person === null ? 0 : shippingPrice, taxesIncluded);
  const back = backOf(scenario, sold[0], amounts.total, taxesIncluded);
  const refunded = money(back?.all ?? 0);
  const refundedAt = at + (scenario.cancelled ? 2 : 30) * hour;
  const sentAt = at + 4 * hour;
  return {
    id: `gid://shopify/Order/${id}`,
    legacyResourceId: String(id),
    name: `#${orderNumber(index)}`,
    number: orderNumber(index),
    confirmationNumber: `SAMPLE${orderNumber(index)}`,
    poNumber: scenario.attributes ? `PO-${orderNumber(index)}` : null,
    createdAt: iso(at),
    processedAt: iso(at),
    updatedAt: iso(back ? refundedAt : at),
    cancelledAt: scenario.cancelled ? iso(refundedAt) : null,
    cancelReason: scenario.cancelled ?? null,
    closed: scenario.sent === "all",
    closedAt: scenario.sent === "all" ? iso(sentAt + day) : null,
    test: false,
    edited: false,
    email: person && emailOf(person),
    phone: person?.address.phone ?? null,
    note: scenario.note ?? null,
    tags: [...(scenario.tags ?? [])],
    displayFinancialStatus: statusOf(scenario, back),
    displayFulfillmentStatus: { all: "FULFILLED", some: "PARTIALLY_FULFILLED", none: "UNFULFILLED" }[scenario.sent],
    returnStatus: back && !scenario.cancelled ? "RETURNED" : "NO_RETURN",
    currencyCode,
    presentmentCurrencyCode: currencyCode,
    taxesIncluded,
    taxExempt: false,
    ...computePaymentState(scenario, { sold, amounts, back, money }),
    subtotalPriceSet: money(amounts.subtotal),
    totalPriceSet: money(amounts.total),
    totalTaxSet: money(amounts.tax),
    totalDiscountsSet: money(amounts.discounts),
    totalShippingPriceSet: money(amounts.shipping),
    totalRefundedSet: refunded,
    totalRefundedShippingSet: money(scenario.cancelled ? amounts.shipping : 0),
    currentTotalPriceSet: money(amounts.total - (back?.all ?? 0)),
    taxLines: taxLinesOf(shop, sold, money),
    statusPageUrl: `${shop.storeUrl}/orders/${orderNumber(index)}`,
    customAttributes: Object.entries(scenario.attributes ?? {}).map(([key, value]) => ({ key, value })),
    discountCodes: scenario.discount ? [scenario.discount.code] : [],
    discountApplications: scenario.discount
      ? [{ code: scenario.discount.code, targetType: "LINE_ITEM", value: { percentage: scenario.discount.percent } }]
      : [],
    app: { id: "gid://shopify/OrderApp/1", name: scenario.channel ?? "Online Store" },
    sourceName: person ? "web" : "pos",
    customerLocale: person && "en",
    paymentGatewayNames: ["sample_payments"],
    attribution: { handle: "sample", displayName: scenario.channel ?? "Online Store" },
    totalWeight: String(sum(sold.map(({ good, units }) => good.grams * units))),
    risk: {
      recommendation: scenario.risk === "HIGH" ? "INVESTIGATE" : "ACCEPT",
      assessments: [{ riskLevel: scenario.risk ?? "LOW" }],
    },
    customerJourneySummary: person ? visitOf(shop, id) : null,
    staffMember: person ? null : { id: "gid://shopify/StaffMember/1", name: "Sam Sample" },
    paymentTerms: scenario.tags?.includes("wholesale") ? termsOf(sentAt) : null,
    purchasingEntity: scenario.tags?.includes("wholesale") ? sampleCompany : null,
    localizedFields: scenario.note ? [{ title: "VAT number", value: `XX${id}` }] : [],
    billingAddressMatchesShippingAddress: person !== null,
    retailLocation: person ? null : { name: "Main street shop" },
    customer: person && customerOf(person, { turn: shopOffset, made, idOf, money }),
    shippingAddress: person && { ...person.address },
    billingAddress: person && { ...person.address },
    lineItems: sold.map(({ line }) => line),
    shippingLines: person ? [shippingLineOf(id, shop, shippingPrice, money)] : [],
    refunds: back ? [refundOf(scenario, back, id, iso(refundedAt), money)] : [],
    agreements: agreementsOf(id, { at, refundedAt, total: amounts.total, refunded: back?.all ?? null, money }),
    transactions: transactionsOf(scenario, {
      ...{ id, at, refundedAt, total: money(amounts.total) },
      refunded: back ? refunded : null,
    }),
    fulfillments: fulfillmentsOf(scenario, sold, { id, sentAt, collected: person === null }),
    fulfillmentOrders: [
      {
        id: `gid://shopify/FulfillmentOrder/${id}`,
        status: fulfillmentOrderStatus(scenario),
        assignedLocation: { name: person ? "Main warehouse" : "Main street shop" },
        deliveryMethod: { methodType: person ? "SHIPPING" : "RETAIL" },
      },
    ],
  };
};
