import { gid, partId } from "./ids.ts";
import { instantText, MINUTE } from "./instants.ts";
import { type Amount, currencies, digitsOf, isZero, minorUnits, minus, plus, ZERO } from "./money/money.ts";
import { sum } from "./money/totals.ts";
import type { DemoAgreement, DemoLineItem, DemoOrder, DemoRefund, MoneyBag } from "./types.ts";
import type { SaleLineType } from "./words/order-enums.ts";

/** Sales of an agreement, at most; more than any order has lines. */
const maxSales = 512;

type Part = { lineType: SaleLineType; amount: Amount; quantity?: number };
type Sold = Omit<DemoOrder, "agreements">;

const typeNames: Readonly<Record<SaleLineType, string>> = {
  ADDITIONAL_FEE: "AdditionalFeeSale",
  ADJUSTMENT: "AdjustmentSale",
  DUTY: "DutySale",
  GIFT_CARD: "GiftCardSale",
  PRODUCT: "ProductSale",
  SHIPPING: "ShippingLineSale",
  TIP: "TipSale",
};

const kindNames: Readonly<Record<DemoAgreement["reason"], string>> = {
  ORDER: "OrderAgreement",
  ORDER_EDIT: "OrderEditAgreement",
  REFUND: "RefundAgreement",
};

const amountOf = ({ shopMoney, presentmentMoney }: MoneyBag): Amount => ({
  s: minorUnits(shopMoney.amount, digitsOf(shopMoney.currencyCode)),
  p: minorUnits(presentmentMoney.amount, digitsOf(presentmentMoney.currencyCode)),
});
const sumOf = (bags: readonly MoneyBag[]): Amount => sum(bags.map(amountOf));

/** A net amount with the tax that prices don't include. */
const withTax = ({ taxesIncluded }: Sold, net: Amount, tax: Amount): Amount => (taxesIncluded ? net : plus(net, tax));

const back = ({ lineType, amount, quantity }: Part): Part => ({
  lineType,
  amount: minus(ZERO, amount),
  ...(quantity !== undefined && { quantity: -quantity }),
});

const partOfLine = (order: Sold, line: DemoLineItem): Part => {
  const net = minus(
    amountOf(line.originalTotalSet),
    sumOf(line.discountAllocations.map((one) => one.allocatedAmountSet)),
  );
  const tax = sumOf(line.taxLines.map(({ priceSet }) => priceSet));
  return {
    lineType: line.isGiftCard ? "GIFT_CARD" : "PRODUCT",
    amount: withTax(order, net, tax),
    quantity: line.quantity,
  };
};

const shippingOf = (order: Sold): Part[] =>
  order.shippingLines
    .filter(({ isRemoved }) => !isRemoved)
    .map((line) => {
      const tax = sumOf(line.taxLines.map(({ priceSet }) => priceSet));
      return { lineType: "SHIPPING", amount: withTax(order, amountOf(line.discountedPriceSet), tax) };
    });

/** Duties, fees and tips. */
const extrasOf = ({ lineItems, additionalFees, totalTipReceivedSet }: Sold): Part[] => {
  const tip = amountOf(totalTipReceivedSet);
  return [
    ...lineItems
      .flatMap(({ duties }) => duties)
      .map(({ price }): Part => ({ lineType: "DUTY", amount: amountOf(price) })),
    ...additionalFees.map(({ price }): Part => ({ lineType: "ADDITIONAL_FEE", amount: amountOf(price) })),
    ...(isZero(tip) ? [] : [{ lineType: "TIP", amount: tip } as const]),
  ];
};

const isVoided = ({ displayFinancialStatus }: Sold): boolean => displayFinancialStatus === "VOIDED";

/** The edit took a line away, or put one in the place of an equal one. */
const editOf = (order: Sold): Part[] => {
  const refunded = new Set(order.refunds.flatMap((one) => one.refundLineItems.map(({ lineItem }) => lineItem.id)));
  const removed = order.lineItems.find((line) => line.currentQuantity === 0 && !refunded.has(line.id));
  const last = order.lineItems.at(-1);
  if (removed) return [back(partOfLine(order, removed))];
  return last ? [back(partOfLine(order, last)), partOfLine(order, last)] : [];
};

/** All that was refunded, and an adjustment if the money was more or less. `extras`: taken back too. */
const refundOf = (order: Sold, refund: DemoRefund, extras: readonly Part[]): Part[] => {
  const giftCards = new Set(order.lineItems.filter(({ isGiftCard }) => isGiftCard).map(({ id }) => id));
  const parts: Part[] = [
    ...refund.refundLineItems.map((item): Part => {
      const amount = withTax(order, amountOf(item.subtotalSet), amountOf(item.totalTaxSet));
      const lineType = giftCards.has(item.lineItem.id) ? "GIFT_CARD" : "PRODUCT";
      return back({ lineType, amount, quantity: item.quantity });
    }),
    ...refund.refundShippingLines.map((line) => {
      const amount = withTax(order, amountOf(line.subtotalAmountSet), amountOf(line.taxAmountSet));
      return back({ lineType: "SHIPPING", amount });
    }),
    ...extras.map(back),
  ];
  const beyond = plus(amountOf(refund.totalRefundedSet), sum(parts.map(({ amount }) => amount)));
  return isZero(beyond) ? parts : [...parts, back({ lineType: "ADJUSTMENT", amount: beyond })];
};

/**
 * Agreements of an order, as the platform keeps them: sales and takings-back with their times. They agree with the order's own money: the first sums to
 * `originalTotalPriceSet`, that of a refund to its total, and all without adjustments to `currentTotalPriceSet`.
 */
export const agreementsOf = (index: number, order: Sold): DemoAgreement[] => {
  const made: DemoAgreement[] = [];
  const money = currencies(order.currencyCode, order.presentmentCurrencyCode, 1);
  const add = (reason: DemoAgreement["reason"], happenedAt: string, parts: readonly Part[]): void => {
    const position = made.length;
    made.push({
      __typename: kindNames[reason],
      id: gid("SalesAgreement", partId("SalesAgreement", index, position)),
      happenedAt,
      reason,
      sales: parts.map(({ lineType, amount, quantity = null }, n) => ({
        __typename: typeNames[lineType],
        id: gid("Sale", partId("Sale", index, position * maxSales + n)),
        actionType: amount.s < 0 || amount.p < 0 || (quantity ?? 0) < 0 ? "RETURN" : "ORDER",
        lineType,
        quantity,
        totalAmount: money.bag(amount),
      })),
    });
  };
  const extras = extrasOf(order);
  const sold = [...order.lineItems.map((line) => partOfLine(order, line)), ...shippingOf(order), ...extras];
  add("ORDER", order.createdAt, sold);
  if (order.edited) {
    const soon = instantText(Date.parse(order.createdAt) + 20 * MINUTE);
    add("ORDER_EDIT", soon < order.updatedAt ? soon : order.updatedAt, editOf(order));
  }
  const keepsExtras = extras.length === 0 || order.refunds.length === 0 || !isZero(currentExtras(order));
  for (const [n, refund] of order.refunds.entries())
    add(
      "REFUND",
      refund.processedAt,
      refundOf(order, refund, keepsExtras || n < order.refunds.length - 1 ? [] : extras),
    );
  if (isVoided(order) && order.cancelledAt !== null) add("REFUND", order.cancelledAt, sold.map(back));
  return made;
};

/** The duties, fees and tips that are left. */
const currentExtras = (order: Sold): Amount =>
  minus(
    amountOf(order.currentTotalPriceSet),
    sum([
      withTax(order, amountOf(order.currentSubtotalPriceSet), amountOf(order.currentTotalTaxSet)),
      amountOf(order.currentShippingPriceSet),
    ]),
  );
