import { agreementsOf } from "./agreements.ts";
import { fillBasket, shippingLine } from "./basket.ts";
import { businessOf } from "./business.ts";
import {
  addressOf,
  type Channel,
  channelAt,
  countryAt,
  customerAt,
  customerOfOrder,
  phoneOf,
  rankOfOrder,
} from "./customers.ts";
import { type Delivery, deliver, locationsOf } from "./delivery.ts";
import { gid, orderNumberId, partId } from "./ids.ts";
import { DAY, HOUR, instantText } from "./instants.ts";
import { lineItem } from "./line-item.ts";
import { type Amount, type Currencies, currencies, isZero, minus, plus, ZERO } from "./money/money.ts";
import { type Payments, pay } from "./money/payments.ts";
import { type MadeRefund, makeRefund, type RefundLedger } from "./money/refunds.ts";
import { mergeTaxes, taxLine, taxRates } from "./money/taxes.ts";
import { currentLines, remainingUnits, sum, totalsOf } from "./money/totals.ts";
import { makePlan, type Plan } from "./plan.ts";
import { createRandom, fraction, mix, type Random } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import { sourceOf } from "./sources.ts";
import type { DemoOrder } from "./types.ts";
import { addAppData } from "./words/app-data.ts";
import { makeOrderDetails } from "./words/order-details.ts";
import type { FinancialStatus } from "./words/order-enums.ts";

/** US dollars per unit; good enough for a demonstration. */
const DOLLARS: Record<string, number> = {
  USD: 1,
  EUR: 1.08,
  GBP: 1.27,
  CAD: 0.73,
  AUD: 0.66,
  NZD: 0.6,
  JPY: 0.0067,
  KWD: 3.25,
};

const currenciesOf = (shop: DemoShop, presentment: string, createdAt: number): Currencies => {
  if (presentment === shop.currency) return currencies(shop.currency, shop.currency, 1);
  const rate = (DOLLARS[shop.currency] ?? 1) / (DOLLARS[presentment] ?? 1);
  // The rate changes a little every day.
  const day = Math.floor(createdAt / DAY);
  return currencies(shop.currency, presentment, rate * (0.985 + 0.03 * fraction(shop.seed, day, 31)));
};

const financialStatus = (plan: Plan, payments: Payments, refunded: Amount): FinancialStatus => {
  if (plan.payment === "pending") return "PENDING";
  if (plan.payment === "authorized") return "AUTHORIZED";
  if (plan.payment === "partially-paid") return "PARTIALLY_PAID";
  if (plan.payment === "voided") return "VOIDED";
  if (plan.payment === "expired") return "EXPIRED";
  if (isZero(refunded)) return "PAID";
  return refunded.s >= payments.received.s ? "REFUNDED" : "PARTIALLY_REFUNDED";
};

const isPaid = (plan: Plan, outstanding: Amount): boolean =>
  isZero(outstanding) && plan.payment !== "voided" && plan.payment !== "expired";

const currencyOf = (shop: DemoShop, channel: Channel, currency: string, random: Random): string => {
  const own = random.chance(0.6);
  return channel === "web" && own ? currency : shop.currency;
};

/**
 * The order at an index: a pure function of (shop, index). Index 0 is the oldest, `shop.orders - 1` is at demoNow, and
 * later ones follow at the interval. Nothing happens after demoNow, or after the order's creation if that is later.
 */
export const orderAt = (shop: DemoShop, index: number): DemoOrder => {
  const random = createRandom(mix(shop.seed, 1_000_000 + index));
  const createdAt = shop.timeline.createdAt(index);
  const horizon = Math.max(shop.demoNow, createdAt + 3_000);
  const channel = channelAt(shop, index);
  const number = customerOfOrder(shop, index);
  const person = number < 0 ? null : customerAt(shop, number);
  const country =
    channel === "pos" || !person
      ? countryAt(shop, createRandom(mix(shop.seed, channel === "pos" ? 5 : 9_000_000 + index)))
      : person.country;
  const money = currenciesOf(shop, currencyOf(shop, channel, country.currency, random), createdAt);
  const name = `${shop.orderPrefix}${1001 + index}`;
  const giftCardsOnly = random.chance(0.02);
  const test = random.chance(0.007);
  const taxExempt = person?.customer.taxExempt ?? false;
  const plan = makePlan(random, createdAt, horizon, channel);

  const firstName = person ? person.customer.firstName : random.chance(0.2) ? null : random.pick(country.first);
  const lastName = person?.customer.lastName ?? random.pick(country.last);
  const phone = random.chance(0.5) ? (person?.phone ?? phoneOf(country, index)) : null;
  const addressRandom = person?.random ?? random;
  const address = { index, country, firstName, lastName, company: person?.company ?? null, phone };
  const home = channel === "pos" ? null : addressOf(addressRandom, { ...address, position: 0 });
  const elsewhere = random.chance(0.08);
  const noBilling = channel === "pos" && random.chance(0.9);

  const rates = taxExempt
    ? []
    : taxRates(
        shop,
        channel === "pos" ? shop.country : country.code,
        home?.provinceCode ?? (channel === "pos" ? "NY" : null),
      );
  const basket = fillBasket({ shop, index, random, money, rates, shipped: channel !== "pos", giftCardsOnly });
  const { lines } = basket;
  const appAttributes = addAppData(shop, index, createdAt, lines);
  const foreign = country.code !== shop.country && channel === "web" && !shop.taxesIncluded;
  const dutiable = foreign && random.chance(0.06);
  const duties = dutiable
    ? lines
        .filter((line) => line.requiresShipping)
        .map((line) => ({ line, amount: money.of(Math.max(1, Math.round(line.total.s / 20))) }))
    : [];
  const fee = random.chance(0.005) ? money.of(Math.round(shop.priceLevel / 12)) : null;
  const tip = random.chance(0.02) ? money.of(Math.round(shop.priceLevel / 10)) : ZERO;
  const totals = totalsOf(basket, shop.taxesIncluded, {
    duties: sum(duties.map(({ amount }) => amount)),
    fees: fee ?? ZERO,
    tip,
  });

  const last = lines.at(-1);
  if (plan.removesLine && last && lines.length > 1 && !dutiable) {
    last.removed = true;
    // Edits remove single units only, with their value.
    if (last.quantity !== 1) last.removed = false;
  }
  const edited = plan.edited || lines.some((line) => line.removed);
  const removedValue = last?.removed ? (shop.taxesIncluded ? last.net : plus(last.net, last.tax)) : ZERO;
  const payments = pay({
    index,
    random,
    money,
    createdAt,
    horizon,
    channel,
    test,
    state: plan.payment,
    total: totals.total,
    payable: minus(totals.total, removedValue),
    voidedAt: plan.cancelledAt ?? createdAt,
  });
  const canceledUnsent = plan.cancelledAt !== null;
  const delivery: Delivery = deliver({
    shop,
    index,
    random,
    createdAt,
    horizon,
    channel,
    lines,
    name,
    withheld: canceledUnsent || plan.payment === "expired" || plan.payment === "authorized",
  });
  const voided = plan.payment === "voided";

  const ledger: RefundLedger = {
    lines,
    shipping: basket.shipping,
    taxesIncluded: shop.taxesIncluded,
    left: payments.received,
    shippingBack: ZERO,
    shippingTaxBack: ZERO,
  };
  const madeRefunds: MadeRefund[] = [];
  let lastRefundAt = 0;
  for (const refundPlan of plan.refunds) {
    const at = Math.min(horizon, Math.max(refundPlan.at, plan.cancelledAt === null ? delivery.lastAt + HOUR : 0));
    const location = locationsOf(shop)[index % shop.locations.length] ?? locationsOf(shop)[0];
    if (!location) continue;
    const refund = makeRefund({
      index,
      position: madeRefunds.length,
      plan: { kind: refundPlan.kind, at },
      ledger,
      random,
      money,
      location,
      transactionIds: (amount) => payments.payBack(amount, at),
    });
    if (!refund) continue;
    madeRefunds.push(refund);
    lastRefundAt = at;
  }
  const refunded = sum(madeRefunds.map(({ amount }) => amount));
  const refundedShipping = sum(madeRefunds.map(({ shipping }) => shipping));

  const current = currentLines(lines, voided);
  const isFullyRefunded = plan.refunds.some(({ kind }) => kind === "rest") && madeRefunds.length > 0;
  const currentShipping = voided ? ZERO : minus(totals.shipping, ledger.shippingBack);
  const shippingTax = sum(basket.shipping.map(({ tax }) => tax));
  const currentTax = voided ? ZERO : plus(current.tax, minus(shippingTax, ledger.shippingTaxBack));
  const extras = voided || isFullyRefunded ? ZERO : sum([totals.duties, totals.fees, totals.tip]);
  const currentTotal = sum([current.net, currentShipping, shop.taxesIncluded ? ZERO : currentTax, extras]);
  const net = minus(payments.received, refunded);
  const outstanding =
    plan.payment === "pending" || plan.payment === "partially-paid" || plan.payment === "authorized"
      ? minus(currentTotal, payments.received)
      : ZERO;

  const status = delivery.status;
  const lastEventAt = Math.max(createdAt, delivery.lastAt, payments.lastAt, lastRefundAt, plan.cancelledAt ?? 0);
  const done =
    plan.cancelledAt ??
    (status === "FULFILLED" &&
    plan.payment === "paid" &&
    lastEventAt + 3 * DAY <= horizon &&
    fraction(shop.seed, index, 41) < 0.7
      ? lastEventAt + 3 * DAY
      : null);
  const details = makeOrderDetails(
    shop,
    index,
    { rank: rankOfOrder(shop, index), createdAt, fresh: createdAt + HOUR > shop.demoNow, channel },
    random,
  );
  const units = lines.reduce((all, line) => all + line.quantity, 0);
  const grams = lines.reduce((all, line) => all + line.quantity * (line.variant?.grams ?? 0), 0);
  const email = person
    ? (person.customer.defaultEmailAddress?.emailAddress ?? null)
    : channel === "pos"
      ? null
      : `guest.${index}@example.com`;
  const source = sourceOf(shop, channel);
  const billing = noBilling
    ? null
    : elsewhere || !home
      ? addressOf(random, { ...address, position: 1, company: home?.company ?? null })
      : { ...home, id: gid("MailingAddress", partId("MailingAddress", index, 1)) };
  const shipsHome = home !== null && basket.shipping.length > 0;
  const id = orderNumberId(shop.seed, index);
  const created = instantText(createdAt);
  const currentUnits = voided ? 0 : current.units;
  const gateways = [
    ...new Set(
      payments.transactions.filter(({ status: outcome }) => outcome !== "FAILURE").map(({ gateway }) => gateway),
    ),
  ];
  const order: DemoOrder = {
    id: gid("Order", id),
    legacyResourceId: String(id),
    name,
    number: 1001 + index,
    confirmationNumber: mix(shop.seed, index).toString(36).toUpperCase().padStart(9, "0").slice(-9),
    createdAt: created,
    processedAt: created,
    updatedAt: instantText(Math.max(lastEventAt, done ?? 0)),
    closed: done !== null,
    closedAt: done === null ? null : instantText(done),
    cancelledAt: plan.cancelledAt === null ? null : instantText(plan.cancelledAt),
    cancelReason: plan.cancelReason,
    confirmed: true,
    fullyPaid: isPaid(plan, outstanding),
    test,
    edited,
    email,
    phone: random.chance(0.2) ? phone : null,
    ...details,
    ...(appAttributes.length > 0 && { customAttributes: [...details.customAttributes, ...appAttributes] }),
    displayFinancialStatus: financialStatus(plan, payments, refunded),
    displayFulfillmentStatus: status,
    returnStatus: madeRefunds.some(({ refund }) =>
      refund.refundLineItems.some(({ restockType }) => restockType === "RETURN"),
    )
      ? "RETURNED"
      : "NO_RETURN",
    currencyCode: money.shop,
    presentmentCurrencyCode: money.presentment,
    taxesIncluded: shop.taxesIncluded,
    taxExempt,
    customerLocale: channel === "web" ? country.locale : null,
    customerAcceptsMarketing: person?.customer.defaultEmailAddress?.marketingState === "SUBSCRIBED",
    ...source,
    ...businessOf(shop, index, {
      ...{ channel, createdAt, country: country.code, customer: person?.customer ?? null },
      ...{ company: person?.company ?? null, city: home?.city ?? null },
      paidAt: isPaid(plan, outstanding) ? Math.max(createdAt, payments.lastAt) : null,
    }),
    paymentGatewayNames: gateways,
    discountCode: basket.codes[0] ?? null,
    discountCodes: basket.codes,
    discountApplications: basket.applications,
    subtotalPriceSet: money.bag(totals.subtotal),
    currentSubtotalPriceSet: money.bag(current.net),
    totalPriceSet: money.bag(totals.total),
    originalTotalPriceSet: money.bag(totals.total),
    currentTotalPriceSet: money.bag(currentTotal),
    totalTaxSet: money.bag(totals.tax),
    currentTotalTaxSet: money.bag(currentTax),
    totalDiscountsSet: money.bag(totals.discounts),
    totalShippingPriceSet: money.bag(totals.shipping),
    currentShippingPriceSet: money.bag(currentShipping),
    totalRefundedSet: money.bag(refunded),
    totalRefundedShippingSet: money.bag(refundedShipping),
    totalReceivedSet: money.bag(payments.received),
    netPaymentSet: money.bag(net),
    totalOutstandingSet: money.bag(outstanding),
    totalCapturableSet: money.bag(payments.capturable),
    totalTipReceivedSet: money.bag(tip),
    originalTotalDutiesSet: dutiable ? money.bag(totals.duties) : null,
    currentTotalDutiesSet: dutiable ? money.bag(isZero(extras) ? ZERO : totals.duties) : null,
    originalTotalAdditionalFeesSet: fee ? money.bag(fee) : null,
    additionalFees: fee
      ? [
          {
            id: gid("AdditionalFee", partId("AdditionalFee", index, 0)),
            name: "Packaging, recycled",
            price: money.bag(fee),
          },
        ]
      : [],
    taxLines: mergeTaxes([...lines.map(({ taxes }) => taxes), ...basket.shipping.map(({ taxes }) => taxes)]).map(
      (tax) => taxLine(tax, money),
    ),
    totalWeight: String(grams),
    currentTotalWeight: String(voided ? 0 : current.grams),
    subtotalLineItemsQuantity: units,
    currentSubtotalLineItemsQuantity: currentUnits,
    customer: person?.customer ?? null,
    shippingAddress: shipsHome ? home : null,
    billingAddress: billing,
    billingAddressMatchesShippingAddress: shipsHome && billing !== null && !elsewhere,
    statusPageUrl: `${shop.origin}/orders/${id.toString(36)}${mix(shop.seed, index + 7).toString(36)}`,
    shippingLines: basket.shipping.map((line) =>
      shippingLine(
        line,
        money,
        line.taxes.map((tax) => taxLine(tax, money)),
      ),
    ),
    lineItems: lines.map((line) =>
      lineItem(line, {
        shop,
        index,
        money,
        voided,
        current: remainingUnits(line, voided),
        notRequired: status === "FULFILLMENT_NOT_REQUIRED",
        duty: duties.find((duty) => duty.line === line)?.amount ?? null,
      }),
    ),
    refunds: madeRefunds.map(({ refund }) => refund),
    get agreements() {
      return agreementsOf(index, order);
    },
    transactions: payments.transactions,
    fulfillments: delivery.fulfillments,
    fulfillmentOrders: delivery.fulfillmentOrders,
  };
  return order;
};
