import type { Channel } from "../customers.ts";
import { gid, partId } from "../ids.ts";
import { instantText, MINUTE } from "../instants.ts";
import { fraction, type Random } from "../random.ts";
import type { DemoTransaction } from "../types.ts";
import { type Amount, type Currencies, isZero, minus, plus, ZERO } from "./money.ts";

export type PaymentState = "paid" | "pending" | "authorized" | "partially-paid" | "voided" | "expired";

const GATEWAYS = {
  shopify_payments: "Shopify Payments",
  paypal: "PayPal",
  "Cash on Delivery (COD)": "Cash on Delivery (COD)",
  bogus: "Bogus",
  cash: "Cash",
  gift_card: "Gift card",
} as const;
type Gateway = keyof typeof GATEWAYS;
const CARDS = ["Visa", "Mastercard", "American Express", "JCB"];

/** Every third card has a wallet. `share`: in [0, 1). */
const walletOf = (share: number) => (share < 0.2 ? "APPLE_PAY" : share < 0.33 ? "GOOGLE_PAY" : null);

export type PaymentOptions = {
  index: number;
  random: Random;
  money: Currencies;
  createdAt: number;
  horizon: number;
  channel: Channel;
  test: boolean;
  state: PaymentState;
  /** Total at check-out, and the rest after an edit removed a line. */
  total: Amount;
  payable: Amount;
  voidedAt: number;
};

export type Payments = {
  transactions: DemoTransaction[];
  received: Amount;
  capturable: Amount;
  lastAt: number;
  /** Adds REFUND transactions to the payment methods that received the money. Returns their ids. */
  payBack(amount: Amount, at: number): string[];
};

/** Makes an order's transactions, in time order. */
export const pay = (options: PaymentOptions): Payments => {
  const { index, random, money, createdAt, horizon, channel, test, state, total, payable } = options;
  const transactions: DemoTransaction[] = [];
  const takings: { id: string; gateway: Gateway; amount: Amount; card: DemoTransaction["paymentDetails"] }[] = [];
  let received = ZERO;
  let lastAt = 0;
  const add = (
    kind: DemoTransaction["kind"],
    status: DemoTransaction["status"],
    gateway: Gateway,
    amount: Amount,
    at: number,
    card: DemoTransaction["paymentDetails"],
    parent: string | null,
  ): string => {
    const position = transactions.length;
    const id = gid("OrderTransaction", partId("OrderTransaction", index, position));
    const feed = gateway === "shopify_payments" && status === "SUCCESS" && (kind === "SALE" || kind === "CAPTURE");
    transactions.push({
      id,
      kind,
      status,
      gateway,
      formattedGateway: GATEWAYS[gateway],
      test,
      createdAt: instantText(at),
      processedAt: status === "PENDING" ? null : instantText(at),
      paymentId: gateway === "cash" ? null : `${money.shop.toLowerCase()}${index.toString(36)}.${position + 1}`,
      amountSet: money.bag(amount),
      fees: feed
        ? [
            {
              id: gid("TransactionFee", partId("TransactionFee", index, position)),
              amount: money.money(Math.round(amount.s * 0.019)),
              taxAmount: money.money(0),
            },
          ]
        : [],
      paymentDetails: card,
      parentTransaction: parent === null ? null : { id: parent },
    });
    if (status === "SUCCESS" && (kind === "SALE" || kind === "CAPTURE")) {
      received = plus(received, amount);
      takings.push({ id, gateway, amount, card });
    }
    lastAt = Math.max(lastAt, at);
    return id;
  };

  const draw = random.next();
  const card: DemoTransaction["paymentDetails"] = {
    __typename: "CardPaymentDetails",
    company: random.pick(CARDS),
    number: `•••• •••• •••• ${String(random.int(0, 9999)).padStart(4, "0")}`,
    wallet: walletOf(fraction(index, createdAt % 1_000_003, 53)),
  };
  const failedFirst = random.chance(0.03);
  const withGiftCard = random.chance(0.03);
  const later = random.chance(0.15);
  const gateway: Gateway = test
    ? "bogus"
    : channel === "pos" && draw < 0.4
      ? "cash"
      : draw < 0.72
        ? "shopify_payments"
        : "paypal";
  const details = gateway === "shopify_payments" || gateway === "bogus" ? card : null;
  const edited = total.s !== payable.s || total.p !== payable.p;
  const at = createdAt + 1000;

  if (isZero(payable)) {
    // A 100 % discount leaves nothing to pay: no transaction.
  } else if (state === "pending") {
    add("SALE", "PENDING", "Cash on Delivery (COD)", payable, at, null, null);
  } else if (state === "authorized" || state === "expired" || state === "voided") {
    const parent = add("AUTHORIZATION", "SUCCESS", gateway === "cash" ? "bogus" : gateway, total, at, details, null);
    if (state === "voided")
      add("VOID", "SUCCESS", gateway === "cash" ? "bogus" : gateway, total, options.voidedAt, details, parent);
  } else if (state === "partially-paid") {
    const part = { s: Math.max(1, Math.floor(payable.s / 3)), p: Math.max(1, Math.floor(payable.p / 3)) };
    add("SALE", "SUCCESS", gateway, part, at, details, null);
  } else {
    if (failedFirst && gateway !== "cash") add("SALE", "FAILURE", gateway, payable, at - 1000, details, null);
    let rest = payable;
    const byGiftCard = { s: Math.floor(payable.s / 4), p: Math.floor(payable.p / 4) };
    if (withGiftCard && !edited && byGiftCard.s > 0 && byGiftCard.p > 0) {
      add("SALE", "SUCCESS", "gift_card", byGiftCard, at, null, null);
      rest = minus(rest, byGiftCard);
    }
    if (gateway !== "cash" && (edited || later)) {
      const parent = add("AUTHORIZATION", "SUCCESS", gateway, edited ? total : rest, at, details, null);
      add("CAPTURE", "SUCCESS", gateway, rest, Math.min(at + 40 * MINUTE, horizon), details, parent);
    } else {
      add("SALE", "SUCCESS", gateway, rest, at, details, null);
    }
  }
  return {
    transactions,
    received,
    capturable: state === "authorized" ? payable : ZERO,
    lastAt,
    payBack: (amount, when) => {
      const ids: string[] = [];
      let remaining = amount;
      for (const taking of takings.toReversed()) {
        const back = { s: Math.min(remaining.s, taking.amount.s), p: Math.min(remaining.p, taking.amount.p) };
        if (isZero(back)) continue;
        taking.amount = minus(taking.amount, back);
        remaining = minus(remaining, back);
        ids.push(add("REFUND", "SUCCESS", taking.gateway, back, when, taking.card, taking.id));
      }
      return ids;
    },
  };
};
