import type { Agreement, Customer, Fulfillment, MoneyBag, Order, Transaction } from "../orders/order.ts";
import { type OrderScenario, orderScenarios } from "./order-scenarios.ts";
import { type Person, people } from "./people.ts";
import { hour, iso, type SampleShop, type ToMoney } from "./sample-shop.ts";
import type { SoldLine } from "./sold-lines.ts";

/** The buyer; null for a sale over the counter. `shopOffset`: see `soldLines`. */
export const personOf = ({ person }: OrderScenario, shopOffset: number): Person | null =>
  person === null ? null : (people[(person + shopOffset) % people.length] ?? null);

/** Nobody can have this name (RFC 2606). */
export const emailOf = ({ firstName, lastName }: Person): string =>
  `${firstName}.${lastName}@example.com`.toLowerCase();

/** The customer, with all their orders. `made`: when each scenario's order was made. */
export const customerOf = (
  person: Person,
  {
    turn: shopOffset,
    made,
    idOf,
    money,
  }: { turn: number; made: readonly number[]; idOf(place: number): number; money: ToMoney },
): Customer => {
  const key = String(700 + people.indexOf(person));
  const orders = orderScenarios.flatMap((scenario, index) =>
    personOf(scenario, shopOffset) === person
      ? [
          {
            id: `gid://shopify/Order/${idOf(index)}`,
            createdAt: iso(made[index] ?? 0),
            cancelledAt: scenario.cancelled ? iso((made[index] ?? 0) + 2 * hour) : null,
            test: false,
          },
        ]
      : [],
  );
  return {
    id: `gid://shopify/Customer/${key}`,
    legacyResourceId: key,
    displayName: `${person.firstName} ${person.lastName}`,
    firstName: person.firstName,
    lastName: person.lastName,
    createdAt: iso((made.at(-1) ?? 0) - 400 * hour),
    taxExempt: false,
    lastOrder: orders[0] ?? null,
    tags: [...person.tags],
    note: person.note === "" ? null : person.note,
    defaultEmailAddress: {
      emailAddress: emailOf(person),
      marketingState: person.tags.includes("newsletter") ? "SUBSCRIBED" : "NOT_SUBSCRIBED",
    },
    defaultPhoneNumber: { phoneNumber: person.address.phone ?? "" },
    defaultAddress: { ...person.address },
    numberOfOrders: String(orders.length),
    amountSpent: { amount: money(orders.length * 12_400).shopMoney.amount },
    orders,
  };
};

export const visitOf = ({ storeUrl }: SampleShop, id: number): NonNullable<Order["customerJourneySummary"]> => ({
  ready: true,
  lastVisit: {
    id: `gid://shopify/CustomerVisit/${id}`,
    landingPage: `${storeUrl}/collections/all`,
    referrerUrl: "https://newsletter.example/",
    utmParameters: {
      ...{ source: "newsletter", medium: "email", campaign: "welcome" },
      ...{ term: "gifts", content: "header" },
    },
  },
});

export const transactionsOf = (
  { paid }: OrderScenario,
  {
    id,
    at,
    refundedAt,
    total,
    refunded,
  }: { id: number; at: number; refundedAt: number; total: MoneyBag; refunded: MoneyBag | null },
): Transaction[] => {
  const transaction = (number: number, kind: string, moment: number, amountSet: MoneyBag): Transaction => ({
    id: `gid://shopify/OrderTransaction/${id}${number}`,
    kind,
    status: "SUCCESS",
    gateway: "sample_payments",
    formattedGateway: "Sample Payments",
    fees: [],
    test: false,
    createdAt: iso(moment),
    processedAt: iso(moment),
    paymentId: `s${id}.${number}`,
    amountSet,
    paymentDetails: { company: "Visa", number: "•••• •••• •••• 4242", paymentMethodName: "card" },
  });
  if (paid === "pending") return [];
  const first = transaction(1, paid === "authorized" ? "AUTHORIZATION" : "SALE", at, total);
  return refunded === null ? [first] : [first, transaction(2, "REFUND", refundedAt, refunded)];
};

/** Returns an agreement for the sale and one for each taking-back. Amounts in hundredths. */
export const agreementsOf = (
  id: number,
  {
    at,
    refundedAt,
    total,
    refunded,
    money,
  }: {
    at: number;
    refundedAt: number;
    total: number;
    /** Null if nothing was. */
    refunded: number | null;
    money: ToMoney;
  },
): Agreement[] => {
  const agreement = (number: number, kind: string, reason: string, moment: number, amount: number): Agreement => ({
    id: `gid://shopify/SalesAgreement/${id}${number}`,
    __typename: kind,
    happenedAt: iso(moment),
    reason,
    sales: [{ id: `gid://shopify/Sale/${id}${number}`, totalAmount: money(amount) }],
  });
  const sold = agreement(1, "OrderAgreement", "ORDER", at, total);
  return refunded === null ? [sold] : [sold, agreement(2, "RefundAgreement", "REFUND", refundedAt, -refunded)];
};

/** The only parcel, with the first line of a partly sent order. `collected`: handed over in the shop. */
export const fulfillmentsOf = (
  { sent }: OrderScenario,
  sold: readonly SoldLine[],
  { id, sentAt, collected }: { id: number; sentAt: number; collected: boolean },
): Fulfillment[] => {
  if (sent === "none") return [];
  const labelled = [
    { id: `gid://shopify/FulfillmentEvent/${id}1`, status: "LABEL_PURCHASED", happenedAt: iso(sentAt - hour) },
    { id: `gid://shopify/FulfillmentEvent/${id}2`, status: "LABEL_PRINTED", happenedAt: iso(sentAt) },
  ];
  const tracked = { company: "Sample Post", number: `SP${id}`, url: `https://post.example/track/SP${id}` };
  return [
    {
      id: `gid://shopify/Fulfillment/${id}`,
      status: "SUCCESS",
      displayStatus: collected ? "FULFILLED" : sent === "all" ? "DELIVERED" : "IN_TRANSIT",
      name: `#${id % 10_000}-F1`,
      createdAt: iso(sentAt),
      deliveredAt: sent === "all" ? iso(sentAt + 20 * hour) : null,
      location: { name: collected ? "Main street shop" : "Main warehouse" },
      trackingInfo: collected ? [] : [tracked],
      fulfillmentLineItems: sold.slice(0, sent === "all" ? sold.length : 1).map(({ line, units }, index) => ({
        id: `gid://shopify/FulfillmentLineItem/${id}${index + 1}`,
        quantity: units,
        lineItem: { id: line.id },
      })),
      events: collected ? [] : labelled,
      fulfillmentOrders: [{ id: `gid://shopify/FulfillmentOrder/${id}` }],
    },
  ];
};
