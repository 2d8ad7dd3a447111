import { DateBasis } from "../enumerations.ts";
import { compareDecimals, subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { MoneyBag, Order, Transaction } from "./order.ts";
import { sentFulfillmentFields, sentFulfillments } from "./sent-fulfillments.ts";
import { transactionMoment } from "./transactions.ts";

/** Epoch ms. `recordedAt`: when the platform learned of it, never before `at`; later for a backdated payment. */
export type Moment = { at: number; recordedAt: number };

type MomentReader = {
  /** Paths below Order. */
  fields: readonly string[];
  /** Moments of an order, in no particular order; empty if it never happened. */
  read(order: Order): readonly Moment[];
};

const createMoment = (at: string, recordedAt: string | null | undefined = at): Moment => {
  const time = Date.parse(at);
  return { at: time, recordedAt: Math.max(time, Date.parse(recordedAt ?? at)) };
};

const momentsOf = (instants: readonly (string | null | undefined)[]): Moment[] =>
  instants.flatMap((instant) => (typeof instant === "string" ? [createMoment(instant)] : []));

const placementFields = ["createdAt", "processedAt"] as const;

/** An imported order was processed before it was created. */
const readPlacement = ({ createdAt, processedAt }: Order): Moment[] => {
  const at = processedAt ?? createdAt;
  return at === undefined ? [] : [createMoment(at, createdAt)];
};

/** Stands for a time that couldn't be read. */
const noTime = "1970-01-01T00:00:00Z";

/** Nothing happens to an order before it was placed, or is known before it was created. */
const afterPlacement =
  (read: MomentReader["read"]): MomentReader["read"] =>
  (order) => {
    const created = Date.parse(order.createdAt ?? noTime);
    const placed = Math.min(created, Date.parse(order.processedAt ?? order.createdAt ?? noTime));
    return read(order).map(({ at, recordedAt }) => ({
      at: Math.max(at, placed),
      recordedAt: Math.max(recordedAt, created),
    }));
  };

/** In the customer's currency, as exchange rates change between sale and payment. */
const amountOf = (money: MoneyBag | undefined): string => money?.presentmentMoney?.amount ?? "0";

type BalanceChange = Moment & { due: string; received: string; isSale: boolean };

const isPayment = ({ kind, status, test }: Transaction): boolean =>
  status === "SUCCESS" && test !== true && (kind === "SALE" || kind === "CAPTURE");

const listSales = ({ agreements = [] }: Order): BalanceChange[] =>
  agreements.flatMap(({ happenedAt, sales = [] }) => {
    if (happenedAt === undefined) return [];
    const due = sumDecimals(sales.map(({ totalAmount }) => amountOf(totalAmount)));
    return [{ ...createMoment(happenedAt), due, received: "0", isSale: true }];
  });

/** Cash that is rounded down to a coin still pays the whole amount. */
const receivedBy = ({ amountSet, amountRoundingSet }: Transaction): string => {
  const amount = amountOf(amountSet);
  const unrounded = subtractDecimals(amount, amountOf(amountRoundingSet ?? undefined));
  return compareDecimals(unrounded, amount) > 0 ? unrounded : amount;
};

const listPayments = ({ transactions = [] }: Order): BalanceChange[] =>
  transactions.filter(isPayment).flatMap((payment) => {
    const at = transactionMoment(payment);
    if (typeof at !== "string") return [];
    const received = receivedBy(payment);
    return [{ ...createMoment(at, payment.createdAt), due: "0", received, isSale: false }];
  });

/**
 * The first time, epoch ms, at which the money received covers what is due. An order that is free when placed is paid
 * then. One that only becomes free, as by a cancellation, is not.
 */
const findCoveredTime = (changes: readonly BalanceChange[]): number | undefined => {
  const byTime = changes.toSorted((one, other) => one.at - other.at);
  const start = byTime.find(({ isSale }) => isSale)?.at;
  if (start === undefined) return undefined;
  let [due, received] = ["0", "0"];
  for (const [index, change] of byTime.entries()) {
    due = sumDecimals([due, change.due]);
    received = sumDecimals([received, change.received]);
    // A deposit may come before the sale. Changes of the same time count together.
    if (change.at < start || byTime[index + 1]?.at === change.at) continue;
    const isFree = change.at === start && compareDecimals(due, "0") <= 0;
    if (isFree || (compareDecimals(due, "0") > 0 && compareDecimals(received, due) >= 0)) return change.at;
  }
  return undefined;
};

const paidStatuses: ReadonlySet<string | null | undefined> = new Set(["PAID", "PARTIALLY_REFUNDED", "REFUNDED"]);

/**
 * Judges by what was known at each time, so nothing recorded later moves the payment. Without transactions, as after an
 * import, an order that counts as paid was paid when placed. If the amounts never add up, the last payment of a paid
 * order counts.
 */
const readPayment = (order: Order): Moment[] => {
  const payments = listPayments(order);
  const changes = [...listSales(order), ...payments].sort((one, other) => one.recordedAt - other.recordedAt);
  for (const [index, { recordedAt }] of changes.entries()) {
    if (changes[index + 1]?.recordedAt === recordedAt) continue;
    const at = findCoveredTime(changes.slice(0, index + 1));
    if (at !== undefined) return [{ at, recordedAt }];
  }
  if ((order.transactions ?? []).length === 0)
    return paidStatuses.has(order.displayFinancialStatus) ? readPlacement(order) : [];
  const last = payments.toSorted((one, other) => one.at - other.at).at(-1);
  return last && order.displayFinancialStatus === "PAID" ? [last] : [];
};

/** Definitions of the moments by which a period can choose orders. */
export const momentReaders: Readonly<Record<DateBasis, MomentReader>> = {
  [DateBasis.created]: { fields: ["createdAt"], read: ({ createdAt }) => momentsOf([createdAt]) },
  [DateBasis.processed]: { fields: placementFields, read: readPlacement },
  [DateBasis.paid]: {
    fields: [
      ...placementFields,
      "displayFinancialStatus",
      "agreements.nodes.happenedAt",
      "agreements.nodes.sales.nodes.totalAmount.presentmentMoney.amount",
      ...[
        "kind",
        "status",
        "test",
        "createdAt",
        "processedAt",
        "amountSet.presentmentMoney.amount",
        "amountRoundingSet.presentmentMoney.amount",
      ].map((field) => `transactions.${field}`),
    ],
    read: afterPlacement(readPayment),
  },
  [DateBasis.fulfilled]: {
    fields: [...placementFields, "displayFulfillmentStatus", ...sentFulfillmentFields],
    read: afterPlacement((order) =>
      order.displayFulfillmentStatus === "FULFILLED" ? momentsOf([sentFulfillments(order).at(-1)?.createdAt]) : [],
    ),
  },
  [DateBasis.shipped]: {
    fields: [...placementFields, ...sentFulfillmentFields],
    read: afterPlacement((order) => momentsOf(sentFulfillments(order).map(({ createdAt }) => createdAt))),
  },
  [DateBasis.refunded]: {
    fields: [...placementFields, "refunds.createdAt", "refunds.processedAt"],
    read: afterPlacement(({ refunds = [] }) =>
      refunds.flatMap(({ createdAt, processedAt }) => {
        const at = processedAt ?? createdAt;
        return typeof at === "string" ? [createMoment(at, createdAt)] : [];
      }),
    ),
  },
  [DateBasis.canceled]: {
    fields: [...placementFields, "cancelledAt"],
    read: afterPlacement(({ cancelledAt }) => momentsOf([cancelledAt])),
  },
  [DateBasis.changed]: { fields: ["updatedAt"], read: ({ updatedAt }) => momentsOf([updatedAt]) },
};
