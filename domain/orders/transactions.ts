import { multiplyDecimals, subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { Order, Transaction } from "./order.ts";

/** When money moved, which for a transaction that was brought in from elsewhere is not when it was noted down. */
export const transactionMoment = ({ processedAt, createdAt }: Transaction): string | null | undefined =>
  processedAt ?? createdAt;

/** What transactions of these kinds moved, in the shop's currency; only those that succeeded. */
const moved = (transactions: readonly Transaction[], kinds: readonly string[]): string =>
  sumDecimals(
    transactions
      .filter(({ kind, status }) => status === "SUCCESS" && kind !== undefined && kinds.includes(kind))
      .map(({ amountSet }) => amountSet?.shopMoney.amount ?? "0"),
  );

/** What sales and captures brought in, in the shop's currency; null when the transactions are not known. */
export const capturedAmount = ({ transactions }: Order): string | null =>
  transactions === undefined ? null : moved(transactions, ["SALE", "CAPTURE"]);

/** What refunds gave back, in the shop's currency; null when the transactions are not known. */
export const refundedByTransactions = ({ transactions }: Order): string | null =>
  transactions === undefined ? null : moved(transactions, ["REFUND"]);

/** What was brought in less what was given back; authorizations, voids and change move nothing. Null when the transactions are not known. */
export const paidAmount = (order: Order): string | null => {
  const captured = capturedAmount(order);
  const refunded = refundedByTransactions(order);
  return captured === null || refunded === null ? null : sumDecimals([captured, multiplyDecimals("-1", refunded)]);
};

/** What the platform's own payments charged, in the shop's currency; null when the transactions are not known. */
export const paymentFees = ({ transactions }: Order): string | null =>
  transactions === undefined
    ? null
    : sumDecimals(
        transactions
          .filter(({ status }) => status === "SUCCESS")
          .flatMap(({ fees }) => fees?.map(({ amount }) => amount?.amount ?? "0") ?? []),
      );

/** {@link paidAmount} less {@link paymentFees}. */
export const paidLessFees = (order: Order): string | null => {
  const paid = paidAmount(order);
  const fees = paymentFees(order);
  return paid === null || fees === null ? null : subtractDecimals(paid, fees);
};

/** What gift cards brought in; null when the transactions are not known. */
export const paidByGiftCard = ({ transactions, ...order }: Order): string | null =>
  transactions === undefined
    ? null
    : capturedAmount({ ...order, transactions: transactions.filter(({ gateway }) => gateway === "gift_card") });
