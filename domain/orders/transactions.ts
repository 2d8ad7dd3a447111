import { multiplyDecimals, subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { Order, Transaction } from "./order.ts";

/** The time the money moved. Imported transactions have another creation time. */
export const transactionMoment = ({ processedAt, createdAt }: Transaction): string | null | undefined =>
  processedAt ?? createdAt;

/** Sums in the shop's currency. */
const sumSuccessful = (transactions: readonly Transaction[], kinds: readonly string[]): string =>
  sumDecimals(
    transactions
      .filter(({ kind, status }) => status === "SUCCESS" && kind !== undefined && kinds.includes(kind))
      .map(({ amountSet }) => amountSet?.shopMoney.amount ?? "0"),
  );

/** Sales and captures in the shop's currency; null if unknown. */
export const capturedAmount = ({ transactions }: Order): string | null =>
  transactions === undefined ? null : sumSuccessful(transactions, ["SALE", "CAPTURE"]);

/** Refunds in the shop's currency; null if unknown. */
export const refundedByTransactions = ({ transactions }: Order): string | null =>
  transactions === undefined ? null : sumSuccessful(transactions, ["REFUND"]);

/** Captured minus refunded; authorizations, voids and change move no money. Null if unknown. */
export const paidAmount = (order: Order): string | null => {
  const captured = capturedAmount(order);
  const refunded = refundedByTransactions(order);
  return captured === null || refunded === null ? null : sumDecimals([captured, multiplyDecimals("-1", refunded)]);
};

/** Fees of the platform's own payments in the shop's currency; null if unknown. */
export const paymentFees = ({ transactions }: Order): string | null =>
  transactions === undefined
    ? null
    : sumDecimals(
        transactions
          .filter(({ status }) => status === "SUCCESS")
          .flatMap(({ fees }) => fees?.map(({ amount }) => amount?.amount ?? "0") ?? []),
      );

/** {@link paidAmount} minus {@link paymentFees}. */
export const paidLessFees = (order: Order): string | null => {
  const paid = paidAmount(order);
  const fees = paymentFees(order);
  return paid === null || fees === null ? null : subtractDecimals(paid, fees);
};

/** Returns null if unknown. */
export const paidByGiftCard = ({ transactions, ...order }: Order): string | null =>
  transactions === undefined
    ? null
    : capturedAmount({ ...order, transactions: transactions.filter(({ gateway }) => gateway === "gift_card") });
