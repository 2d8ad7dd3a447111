import type { BasketLine, BasketShipping } from "../basket-types.ts";
import type { DemoLocation } from "../delivery-types.ts";
import { gid, partId } from "../ids.ts";
import { instantText } from "../instants.ts";
import type { Random } from "../random.ts";
import type { DemoRefund, DemoRefundLineItem } from "../types.ts";
import { REFUND_NOTES } from "../words/sample-texts.ts";
import { type Amount, type Currencies, isZero, minus, plus, shareOf, ZERO } from "./money.ts";

/** `amount` has no lines, only an adjustment; `rest` refunds all that is left. */
type RefundKind = "rest" | "restock" | "no-restock" | "amount" | "shipping";
export type RefundPlan = { kind: RefundKind; at: number };

export type RefundLedger = {
  lines: readonly BasketLine[];
  shipping: readonly BasketShipping[];
  taxesIncluded: boolean;
  /** The amount still refundable. */
  left: Amount;
  /** Shipping refunded so far, net and tax. */
  shippingBack: Amount;
  shippingTaxBack: Amount;
};

export type MadeRefund = { refund: DemoRefund; amount: Amount; shipping: Amount };

/** Value of the units [from, to) of a line. All units together equal the line exactly. */
const valueOfUnits = (whole: Amount, from: number, to: number, quantity: number): Amount =>
  minus(shareOf(whole, to, quantity), from === 0 ? ZERO : shareOf(whole, from, quantity));

type Item = { line: BasketLine; quantity: number; restockType: DemoRefundLineItem["restockType"] };

const itemsOf = (ledger: RefundLedger, kind: RefundKind, random: Random): Item[] => {
  if (kind === "amount" || kind === "shipping") return [];
  const items: Item[] = [];
  const sentType = kind === "no-restock" ? "NO_RESTOCK" : "RETURN";
  for (const line of ledger.lines) {
    const left = line.quantity - line.refunded;
    if (left <= 0) continue;
    const wanted = kind === "rest" ? left : items.length === 0 || random.chance(0.25) ? random.int(1, left) : 0;
    // Units not shipped yet are refunded first.
    const open = line.quantity - line.fulfilled - line.canceled;
    const canceled = Math.min(wanted, open);
    if (canceled > 0) items.push({ line, quantity: canceled, restockType: "CANCEL" });
    if (wanted > canceled) items.push({ line, quantity: wanted - canceled, restockType: sentType });
    if (kind !== "rest" && items.length >= 3) break;
  }
  return items;
};

const capped = (amount: Amount, limit: Amount): Amount => ({
  s: Math.min(amount.s, limit.s),
  p: Math.min(amount.p, limit.p),
});

export type RefundOptions = {
  index: number;
  position: number;
  plan: RefundPlan;
  ledger: RefundLedger;
  random: Random;
  money: Currencies;
  location: DemoLocation;
  transactionIds: (amount: Amount) => string[];
};

/** Makes a refund and books it in the ledger. Null if nothing is left to refund. */
export const makeRefund = (options: RefundOptions): MadeRefund | null => {
  const { index, position, plan, ledger, random, money, location } = options;
  const note = random.pick(REFUND_NOTES);
  const share = 0.05 + random.next() * 0.3;
  let total = ZERO;
  const refundLineItems: DemoRefundLineItem[] = [];
  for (const { line, quantity, restockType } of itemsOf(ledger, plan.kind, random)) {
    const from = line.refunded;
    const to = from + quantity;
    const subtotal = valueOfUnits(line.net, from, to, line.quantity);
    const tax = valueOfUnits(line.tax, from, to, line.quantity);
    line.refunded = to;
    if (restockType === "CANCEL") line.canceled += quantity;
    total = plus(total, ledger.taxesIncluded ? subtotal : plus(subtotal, tax));
    refundLineItems.push({
      id: gid("RefundLineItem", partId("RefundLineItem", index, position * 256 + refundLineItems.length)),
      quantity,
      restockType,
      restocked: restockType !== "NO_RESTOCK",
      location: restockType === "NO_RESTOCK" ? null : location,
      lineItem: { id: line.id },
      priceSet: money.bag(line.unit),
      subtotalSet: money.bag(subtotal),
      totalTaxSet: money.bag(tax),
    });
  }
  const refundShippingLines: DemoRefund["refundShippingLines"] = [];
  let shippingBack = ZERO;
  const shipping = ledger.shipping[0];
  if (
    shipping &&
    isZero(ledger.shippingBack) &&
    !isZero(shipping.price) &&
    (plan.kind === "rest" || plan.kind === "shipping")
  ) {
    shippingBack = shipping.price;
    ledger.shippingBack = shipping.price;
    ledger.shippingTaxBack = shipping.tax;
    total = plus(total, ledger.taxesIncluded ? shipping.price : plus(shipping.price, shipping.tax));
    refundShippingLines.push({
      id: gid("RefundShippingLine", partId("RefundShippingLine", index, position)),
      shippingLine: { id: shipping.id },
      subtotalAmountSet: money.bag(shipping.price),
      taxAmountSet: money.bag(shipping.tax),
    });
  }
  const paid =
    plan.kind === "rest"
      ? ledger.left
      : plan.kind === "amount"
        ? capped({ s: Math.ceil(ledger.left.s * share), p: Math.ceil(ledger.left.p * share) }, ledger.left)
        : capped(total, ledger.left);
  if (refundLineItems.length === 0 && refundShippingLines.length === 0 && isZero(paid)) return null;
  const discrepancy = minus(total, paid);
  ledger.left = minus(ledger.left, paid);
  const id = partId("Refund", index, position);
  return {
    amount: paid,
    shipping: shippingBack,
    refund: {
      id: gid("Refund", id),
      legacyResourceId: String(id),
      createdAt: instantText(plan.at),
      processedAt: instantText(plan.at),
      note: note === "" ? null : note,
      totalRefundedSet: money.bag(paid),
      refundLineItems,
      refundShippingLines,
      orderAdjustments: isZero(discrepancy)
        ? []
        : [
            {
              id: gid("OrderAdjustment", partId("OrderAdjustment", index, position)),
              reason: "REFUND_DISCREPANCY",
              amountSet: money.bag(discrepancy),
              taxAmountSet: money.bag(ZERO),
            },
          ],
      transactions: options.transactionIds(paid).map((transaction) => ({ id: transaction })),
    },
  };
};
