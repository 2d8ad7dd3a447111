import type { DemoOrder } from "#demo-store/generate/types.ts";
import type { DateBasis } from "#domain/enumerations.ts";
import { cellOfInstant, isWithin, type Period } from "./local-time.ts";

/** Cents and the like, as every amount of a demo order has at most three decimals. */
const thousandths = (amount: string): number => Math.round(Number(amount) * 1000);

/**
 * The instant (ms) of the payment that completes the amount due, read afresh: walks over every second at which something
 * happened and compares two sums. The demo records payments when they happen, so nothing here is backdated.
 */
const paidAt = (order: DemoOrder): number[] => {
  const dues = order.agreements.map(({ happenedAt, sales }) => ({
    at: Date.parse(happenedAt),
    amount: sales.reduce((total, { totalAmount }) => total + thousandths(totalAmount.presentmentMoney.amount), 0),
  }));
  const payments = order.transactions
    .filter(({ kind, status, test }) => ["SALE", "CAPTURE"].includes(kind) && status === "SUCCESS" && !test)
    .map(({ processedAt, createdAt, amountSet }) => ({
      at: Date.parse(processedAt ?? createdAt),
      amount: thousandths(amountSet.presentmentMoney.amount),
    }));
  const placed = Date.parse(order.createdAt);
  const until = (list: typeof dues, at: number) =>
    list.reduce((sum, one) => (one.at <= at ? sum + one.amount : sum), 0);
  const moments = [...new Set([...dues, ...payments].map(({ at }) => at))].sort((one, other) => one - other);
  for (const at of moments) {
    if (at < placed) continue;
    const [due, paid] = [until(dues, at), until(payments, at)];
    if (paid >= due && (due > 0 || (at === placed && due === 0))) return [at];
  }
  const counts = ["PAID", "PARTIALLY_REFUNDED", "REFUNDED"].includes(order.displayFinancialStatus);
  if (order.transactions.length === 0) return counts ? [Date.parse(order.processedAt)] : [];
  const last = Math.max(...payments.map(({ at }) => at));
  return order.displayFinancialStatus === "PAID" && payments.length > 0 ? [last] : [];
};

const sentAt = ({ fulfillments }: DemoOrder): number[] =>
  fulfillments.filter(({ status }) => status === "SUCCESS").map(({ createdAt }) => Date.parse(createdAt));

const read: Record<DateBasis, (order: DemoOrder) => number[]> = {
  0: ({ createdAt }) => [Date.parse(createdAt)],
  1: ({ processedAt }) => [Date.parse(processedAt)],
  2: paidAt,
  3: (order) => (order.displayFulfillmentStatus === "FULFILLED" ? [Math.max(...sentAt(order))] : []),
  4: sentAt,
  5: ({ refunds }) => refunds.map(({ processedAt }) => Date.parse(processedAt)),
  6: ({ cancelledAt }) => (cancelledAt === null ? [] : [Date.parse(cancelledAt)]),
  7: ({ updatedAt }) => [Date.parse(updatedAt)],
};

/** The cell of the moment, if it happened. */
export const momentOf = (order: DemoOrder, basis: DateBasis, zone: string): string | undefined => {
  const [moment] = read[basis](order);
  return moment === undefined ? undefined : cellOfInstant(new Date(moment).toISOString(), zone);
};

/** True if the order belongs to the period by the day that counts. */
export const happensWithin = (order: DemoOrder, basis: DateBasis, period: Period): boolean =>
  read[basis](order).some((moment) => isWithin(period, moment));
